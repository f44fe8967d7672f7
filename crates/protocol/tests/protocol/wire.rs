//! Every value that crosses the wire is written as it always was, and read again.

use brickwood_protocol::{Command, HostOrder, SeatOrder};
use brickwood_test_kit::{is_written_as_declared, read, read_and_write};
use serde::de::DeserializeOwned;
use serde_json::Value;

#[test]
fn every_declared_value_is_read_and_written_as_it_was() {
    let written = read_and_write! {
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
    };
    for file in ["rules", "problem", "site", "table"] {
        is_written_as_declared(file, written);
    }
}

/// The samples of a type, each with a field too many.
fn with_a_strange_field(name: &str) -> Vec<Value> {
    let samples = read("tests-data/wire/table.txt");
    let lines = samples
        .lines()
        .skip_while(|line| *line != format!("# {name}"))
        .skip(1);
    let samples = lines.take_while(|line| !line.starts_with('#'));
    let strange = samples.map(|line| {
        let mut sample: Value = line.parse().expect("JSON");
        sample["strange"] = true.into();
        sample
    });
    strange.collect()
}

fn is_refused<T: DeserializeOwned>(name: &str) {
    let samples = with_a_strange_field(name);
    assert!(!samples.is_empty());
    for sample in samples {
        assert!(
            serde_json::from_value::<T>(sample.clone()).is_err(),
            "{sample}"
        );
    }
}

#[test]
fn what_players_order_has_no_fields_that_the_server_does_not_know() {
    is_refused::<Command>("Command");
    is_refused::<HostOrder>("HostOrder");
    is_refused::<SeatOrder>("SeatOrder");
}
