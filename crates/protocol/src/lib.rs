//! The messages between a table and its clients, and everything in them, as plain data: defined once, and exported
//! to TypeScript.
//!
//! Setting a table up goes over HTTP ([`NewTable`]); playing goes over one WebSocket per
//! table: the client sends [`ClientMessage`]s, the server [`ServerMessage`]s, one JSON object a
//! text frame. The first message is the client's [`ClientMessage::Hello`], answered by
//! [`ServerMessage::Welcome`].

// docs.rs names the feature that an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod addresses;
mod advice;
mod board;
mod bot;
mod bounded_option;
mod chat;
mod client;
mod command;
mod device;
mod exercise;
mod fault;
mod games;
mod host;
mod island;
mod look;
mod moderation;
mod network_bot;
mod options;
mod parts;
mod play;
mod problem;
mod rating;
mod replay;
mod seating;
mod setup;
mod site;
mod trade;

pub use addresses::Addresses;
pub use advice::{
    Advice, AdviceOrder, AdviceReason, AdvisedAction, AdvisedGain, AdvisedGoal, AdvisedIdea,
    AdvisedPlace, AdvisedSite, BlockedCards, RicherCorner, TradeWorth, Worth,
};
pub use board::{BoardInfo, HarborInfo, HexInfo, IntersectionInfo, PathInfo};
pub use bot::{BotLevel, BotName, Level};
pub use bounded_option::BoundedOption;
pub use chat::{ChatLine, ChatText, LONGEST_WORDS, Phrase};
pub use client::{ClientMessage, Returning};
pub use command::{Command, HostOrder};
pub use device::{
    AnswerNewcomer, ClaimDevice, DeviceInfo, DeviceKey, DeviceLink, DeviceName, DeviceNews,
    FormerOwner, KeyOwner, MyDevices, NewcomerAnswer, RecoveryWords,
};
pub use exercise::{
    ChoiceWorth, Exercise, ExerciseAnswer, ExerciseOrder, PlayoutFact, PlayoutReason,
    ReconsiderOrder, Reconsidered,
};
pub use fault::{HandshakeFault, LogFault, RatedFault, RequestFault};
pub use games::{
    GameKind, GameResult, GamesPage, GroupMember, MyStatistics, OpeningSums, PlayerGroup,
    PointSums, Profile, ProfileChoice, ProfileResults, QualityOfGame, ResultDice, ResultLuck,
    ResultOpening, ResultPlayer, ResultTrades,
};
pub use host::{
    ActAuthor, Backup, ConductReport, Evidence, HostLog, HostLogLine, HostPage, HostRole,
    HostTable, HostTables, KeptBackup, LONGEST_NOTICE, LONGEST_SUSPENSION_H, LoggedAct,
    MOST_REFUSED_NAMES, OpenHostPage, Person, ProviderTrouble, PublicPersonId, ReportCard,
    ReportCards, SanctionedPerson, ServerFigures, SiteAct, SiteOrder, SiteState, StorageTrouble,
    StoredFigures,
};
pub use island::{BoardOrder, BoardReport, DraftFault, DraftOrder, DraftReport, FillOrder};
pub use look::{
    BelievedCards, BelievedHand, Look, LookMethod, LookOffer, LookOrder, LookPartner, LookPlan,
    LookWhy,
};
pub use moderation::{
    BlockOrder, BlockedPerson, DecidedReport, FromHost, LONGEST_REASON, Misconduct, ReadFromHost,
    ReportOrder, ReportOutcome, Sanctions, Suspension, Warning,
};
pub use network_bot::{BotEvent, Invite, NewBot, OnlineBot, RegisteredBot};
pub use options::{
    AbsenceRule, BotOffers, BotPace, BotsAfter, ChatRule, ClockRule, CoachRule, SpectatorRule,
    StartRule, TableOptions,
};
pub use parts::Parts;
pub use play::{
    BankTrade, Choices, Clock, Costs, LogEntry, RobberMove, ServerMessage, TableEvent, TableInfo,
    Update, Why,
};
pub use problem::{CatalogEntry, IllegalStep, MOST_FAULTS, Problem, ProblemKind};
pub use rating::{
    GameRating, ListedRating, MyRating, RatingList, RatingListChoice, RatingRange, Reliability,
    Reputation,
};
pub use replay::{FairDraw, FairInfo, FairSeed, Replay, ReplayLine, ReplayStep, Scene, Told};
pub use seating::{
    EndVote, FormerName, OpenRemedy, Remedy, RemovedPerson, SeatInfo, SeatKind, SeatRequest,
    Seating, Vote,
};
pub use setup::{
    Beginning, BoardChoice, Color, Created, EditionInfo, JoinTable, LONGEST_BOARD_SEED,
    LONGEST_BOARD_TEXT, LONGEST_NAME, Me, NewSeat, NewTable, SeatOrder, SetUpOrder, TableSummary,
};
pub use site::{
    AlertInfo, HomeInfo, IdentityInfo, MayTell, NewAlert, PasskeyInfo, PasskeyName, PasskeyOffer,
    ProviderIntent, ProviderOutcome, ProviderRequest, ProviderWay, SiteFeatures, SiteInfo,
    SiteNotice, SiteNow, Telling,
};
pub use trade::{MOST_ANY, OpenOffer, OpenTerms, Suggestion, TradeWord, is_answer};

/// The version of the protocol. A client that names another is told so and turned away.
pub const PROTOCOL: u32 = 4;
