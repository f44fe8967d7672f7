//! What is declared for those who speak the protocol.

/// Has a macro know every type that crosses the wire, by its crate: those that a message contains, and those that stand alone.
macro_rules! every_declared_type {
    ($told:ident) => {
        $told! {
            brickwood_rules:
                Action Answer BankShortage BeginnersPieces BoardBalance BoardDeviation BoardGap Cards ChanceOutcome CityCost
                DevelopmentCard DevelopmentCards Dice DiceDeck DiceSource DraftHex Edition Event FirstPlayer FreeRoads Gain
                Harbor HarborFacing HarborKind HarborLayout HexId Illegal Intersection IntersectionSet LongestRoadTie
                NumberDirection NumberLayout NumberStart OwnHand Path PathSet Phase Placed Points ProgressCards Resource Rules
                RulesError Seat SeatSet SeatView SetUp Side Terms Terrain ToAct Trade UnderDeck Variants View WinWhen;
            brickwood_notation: BoardFault BoardFaultKind RecordFault RulesTextError StepError;
            brickwood_protocol:
                AbsenceRule ActAuthor Addresses Advice AdviceOrder AdviceReason AdvisedAction AdvisedGain AdvisedGoal
                AdvisedIdea AdvisedPlace AdvisedSite Backup BankTrade Beginning BlockOrder BlockedCards
                BlockedPerson BoardChoice BoardInfo BoardOrder BoardReport BotEvent BotLevel BotPace BotsAfter
                BoundedOption ChatLine ChatRule ChatText ChoiceWorth Choices ClaimDevice ClientMessage
                Clock ClockRule CoachRule Color Command ConductReport Costs Created DecidedReport
                DeviceInfo DeviceKey DeviceLink DeviceName DraftFault DraftOrder DraftReport
                EditionInfo EndVote Evidence Exercise ExerciseAnswer ExerciseOrder FairDraw FairInfo FairSeed FillOrder FormerName
                FromHost GameKind GameResult GamesPage GroupMember HandshakeFault HarborInfo HexInfo
                GameRating HomeInfo HostLogLine HostOrder HostPage HostRole HostTable IdentityInfo IllegalStep Invite
                IntersectionInfo JoinTable SanctionedPerson KeyOwner Level LogEntry LogFault LoggedAct MayTell Me
                Misconduct MyDevices MyRating MyStatistics NewBot NewSeat NewTable NewAlert OnlineBot OpenHostPage
                OpenOffer OpenRemedy OpenTerms OpeningSums PasskeyInfo PasskeyName PasskeyOffer
                PathInfo Person PublicPersonId Phrase PlayerGroup PlayoutFact PlayoutReason PointSums Problem Profile ProfileChoice
                ProfileResults ProviderIntent ProviderOutcome ProviderRequest ProviderWay QualityOfGame
                RatedFault RatingRange ReadFromHost ReconsiderOrder Reconsidered RecoveryWords RegisteredBot Reliability Remedy
                RemovedPerson Replay ReplayLine ReplayStep ReportOrder Reputation
                ReportOutcome RequestFault ResultDice ResultLuck ResultOpening ResultPlayer
                ResultTrades Returning RicherCorner RobberMove Scene SeatInfo SeatKind SeatOrder SeatRequest Seating
                ServerFigures ServerMessage SetUpOrder SiteAct SiteFeatures SiteInfo SiteNotice SiteNow
                SiteOrder SiteState SpectatorRule Sanctions StartRule StoredFigures Suggestion
                Suspension TableEvent TableInfo TableOptions TableSummary Telling Told TradeWord
                TradeWorth Update Vote Warning Why AlertInfo Worth;
        }
    };
}
