//! The protocol's declarations in TypeScript.

use brickwood_rules::ChanceOutcome;
use ts_rs::{Config, TS};

use crate::{
    Addresses, AdviceOrder, AlertInfo, BlockOrder, BlockedPerson, BoardOrder, BoardReport,
    BotEvent, ClaimDevice, ClientMessage, ConductReport, Created, DeviceLink, DeviceName,
    DraftOrder, DraftReport, EditionInfo, ExerciseOrder, FillOrder, FromHost, GamesPage, HomeInfo,
    HostLogLine, HostPage, HostTable, IdentityInfo, Invite, JoinTable, KeyOwner, Level, MayTell,
    Me, MyDevices, MyRating, MyStatistics, NewAlert, NewBot, NewTable, OnlineBot, OpenHostPage,
    PasskeyInfo, PasskeyName, PlayerGroup, Problem, Profile, ProfileChoice, ProviderOutcome,
    ProviderRequest, ProviderWay, ReadFromHost, ReconsiderOrder, Reconsidered, RecoveryWords,
    RegisteredBot, Replay, ReportOrder, Reputation, ServerMessage, SetUpOrder, SiteInfo, SiteNow,
    TableSummary, Telling,
};

/// Writes the declarations of every message and all that they contain.
///
/// # Errors
///
/// If a file cannot be written.
pub fn declarations(config: &Config) -> Result<(), ts_rs::ExportError> {
    ClientMessage::export_all(config)?;
    ServerMessage::export_all(config)?;
    NewTable::export_all(config)?;
    SetUpOrder::export_all(config)?;
    Level::export_all(config)?;
    BoardOrder::export_all(config)?;
    BoardReport::export_all(config)?;
    DraftOrder::export_all(config)?;
    DraftReport::export_all(config)?;
    FillOrder::export_all(config)?;
    Created::export_all(config)?;
    JoinTable::export_all(config)?;
    Me::export_all(config)?;
    AdviceOrder::export_all(config)?;
    ExerciseOrder::export_all(config)?;
    ReconsiderOrder::export_all(config)?;
    NewBot::export_all(config)?;
    RegisteredBot::export_all(config)?;
    OnlineBot::export_all(config)?;
    Invite::export_all(config)?;
    BotEvent::export_all(config)?;
    Addresses::export_all(config)?;
    EditionInfo::export_all(config)?;
    Replay::export_all(config)?;
    Reconsidered::export_all(config)?;
    TableSummary::export_all(config)?;
    HomeInfo::export_all(config)?;
    SiteInfo::export_all(config)?;
    PasskeyName::export_all(config)?;
    PasskeyInfo::export_all(config)?;
    SiteNow::export_all(config)?;
    AlertInfo::export_all(config)?;
    NewAlert::export_all(config)?;
    Telling::export_all(config)?;
    MayTell::export_all(config)?;
    MyDevices::export_all(config)?;
    DeviceName::export_all(config)?;
    DeviceLink::export_all(config)?;
    KeyOwner::export_all(config)?;
    ClaimDevice::export_all(config)?;
    RecoveryWords::export_all(config)?;
    BlockOrder::export_all(config)?;
    BlockedPerson::export_all(config)?;
    ReportOrder::export_all(config)?;
    FromHost::export_all(config)?;
    ReadFromHost::export_all(config)?;
    OpenHostPage::export_all(config)?;
    HostPage::export_all(config)?;
    HostTable::export_all(config)?;
    ConductReport::export_all(config)?;
    HostLogLine::export_all(config)?;
    ProviderRequest::export_all(config)?;
    ProviderWay::export_all(config)?;
    ProviderOutcome::export_all(config)?;
    IdentityInfo::export_all(config)?;
    GamesPage::export_all(config)?;
    MyStatistics::export_all(config)?;
    PlayerGroup::export_all(config)?;
    Profile::export_all(config)?;
    ProfileChoice::export_all(config)?;
    Reputation::export_all(config)?;
    MyRating::export_all(config)?;
    Problem::export_all(config)?;
    // No message contains it, but the analysis of a game does.
    ChanceOutcome::export_all(config)
}
