//! What is declared for those who speak the protocol.

/// Calls a macro with the names of all types that cross the wire, by crate.
macro_rules! every_declared_type {
    ($call:ident) => {
        $call! {
            brickwood_rules:
                Action Answer BankShortage BeginnersPieces BoardBalance BoardDeviation BoardGap Cards ChanceOutcome
                CityCost DevelopmentCard DevelopmentCards Dice DiceDeck DiceSource DraftHex Edition Event FirstPlayer
                FreeRoads Gain Harbor HarborFacing HarborKind HarborLayout HexId Illegal Intersection IntersectionSet
                LongestRoadTie NumberDirection NumberLayout NumberStart OwnHand Path PathSet Phase Placed Points
                ProgressCards Resource Rules RulesError Seat SeatSet SeatView SetUp Side Terms Terrain ToAct Trade
                UnderDeck Variants View WinWhen;
            brickwood_notation: BoardFault BoardFaultKind RecordFault RulesTextError StepError;
            brickwood_protocol:
                AbsenceRule ActAuthor Addresses Advice AdviceOrder AdviceReason AdvisedAction AdvisedGain AdvisedGoal
                AdvisedIdea AdvisedPlace AdvisedSite AlertInfo AnswerNewcomer Backup BankTrade Beginning BelievedCards BelievedHand BlockOrder
                BlockedCards BlockedPerson BoardChoice BoardInfo BoardOrder BoardReport BotEvent BotLevel BotOffers BotPace
                BotsAfter BoundedOption ChatLine ChatRule ChatText ChoiceWorth Choices ClaimDevice ClientMessage Clock
                ClockRule CoachRule Color Command ConductReport Costs Created DecidedReport DeviceInfo DeviceKey
                DeviceLink DeviceName DeviceNews DraftFault DraftOrder DraftReport EditionInfo EndVote Evidence
                Exercise ExerciseAnswer ExerciseOrder FairDraw FairInfo FairSeed FillOrder FormerName FormerOwner
                FromHost GameKind GameRating GameResult GamesPage GroupMember HandshakeFault HarborInfo HexInfo
                HomeInfo HostLog HostLogLine HostOrder HostPage HostRole HostTable HostTables IdentityInfo
                IllegalStep IntersectionInfo Invite JoinTable KeptBackup KeyOwner Level ListedRating LogEntry LogFault LoggedAct
                Look LookMethod LookOffer LookOrder LookPartner LookPlan LookWhy
                MayTell Me Misconduct MyDevices MyRating MyStatistics NewAlert NewBot NewSeat NewTable NewcomerAnswer
                OnlineBot OpenHostPage OpenOffer OpenRemedy OpenTerms OpeningSums PasskeyInfo PasskeyName
                PasskeyOffer PathInfo Person Phrase PlayerGroup PlayoutFact PlayoutReason PointSums Problem Profile
                ProfileChoice ProfileResults ProviderIntent ProviderOutcome ProviderRequest ProviderTrouble
                ProviderWay PublicPersonId QualityOfGame RatedFault RatingList RatingListChoice RatingRange ReadFromHost ReconsiderOrder
                Reconsidered RecoveryWords RegisteredBot Reliability Remedy RemovedPerson Replay ReplayLine
                ReplayStep ReportCard ReportCards ReportOrder ReportOutcome Reputation RequestFault ResultDice
                ResultLuck ResultOpening ResultPlayer ResultTrades Returning RicherCorner RobberMove SanctionedPerson
                Sanctions Scene SeatInfo SeatKind SeatOrder SeatRequest Seating ServerFigures ServerMessage
                SetUpOrder SiteAct SiteFeatures SiteInfo SiteNotice SiteNow SiteOrder SiteState SpectatorRule
                StartRule StorageTrouble StoredFigures Suggestion Suspension TableEvent TableInfo TableOptions
                TableSummary Telling Told TradeWord TradeWorth Update Vote Warning Why Worth;
        }
    };
}
