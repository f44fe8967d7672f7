//! Why the server refuses something: every reason once, with its code, its arguments and its
//! sentence.
//!
//! Codes and names of arguments are part of the protocol and stay as they are. Sentences may change:
//! a client in another language words a problem from its code and arguments.

use brickwood_notation::{BoardFault, BoardTextErrors, RecordError, RecordFault};
use brickwood_rules::{Clause, Illegal, RulesError};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{BoundedOption, HandshakeFault, LogFault, Misconduct, RatedFault, RequestFault};

macro_rules! problems {
    ($(
        $(#[$doc:meta])*
        $name:ident $({ $($(#[$field_doc:meta])* $field:ident: $type:ty),+ })? = $code:literal,
        $text:literal $(, breaks $chapter:literal $number:literal)?;
    )+) => {
        /// A reason, with what a client needs to word it.
        #[wire(problem)]
        #[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
        #[serde(tag = "code", content = "arguments")]
        pub enum ProblemKind {
            $(
                $(#[$doc])*
                #[error($text)]
                #[serde(rename = $code)]
                $name $({ $($(#[$field_doc])* $field: $type),+ })?,
            )+
            /// A step is against the rules of the game.
            #[error("{}", .0.code)]
            #[serde(untagged)]
            Illegal(IllegalStep),
        }

        impl ProblemKind {
            /// All reasons but those of the rules, which are [`Illegal::ALL`].
            pub const CATALOG: &'static [CatalogEntry] = &[$(CatalogEntry {
                code: $code,
                arguments: &[$($(stringify!($field)),+)?],
                sentence: $text,
            },)+];

            /// A fixed word for programs.
            pub const fn code(&self) -> &'static str {
                match self {
                    $(Self::$name { .. } => $code,)+
                    Self::Illegal(step) => step.code.code(),
                }
            }

            /// The clause of the rules that was broken, where it is one.
            pub const fn clause(&self) -> Option<Clause> {
                match self {
                    $($(Self::$name { .. } => Some(Clause::new($chapter, $number)),)?)+
                    Self::IllegalInRecord { illegal, .. } => Some(illegal.clause()),
                    Self::Illegal(step) => Some(step.code.clause()),
                    _ => None,
                }
            }
        }
    };
}

problems! {
    // Requests.
    /// A body or a message cannot be read.
    Malformed {
        /// What is wrong with it.
        why: RequestFault
    } = "malformed", "{why}";
    /// An address that does not exist.
    NoSuchAddress = "no_such_address", "There is nothing at this address.";
    /// A host name that the server is not known by.
    UnknownHost = "unknown_host", "This server is not known by this name. Open it by its address in \
        numbers, or start it with --public-url and the address that browsers see.";
    /// A request from the page of another site.
    ForeignOrigin = "foreign_origin", "This request came from another site.";
    /// Somebody at another machine did what only somebody at the server's own can do.
    NotThisMachine = "not_this_machine", "Only somebody at the computer that runs Brickwood can do that.";
    /// The server listens only where its options say.
    OpenedByOptions = "opened_by_options", "This server cannot be opened to other devices while it runs. \
        Start it with --listen 0.0.0.0:7878.";
    /// The machine has no address in a private network.
    NoHomeNetwork = "no_home_network", "This computer is not on a home network. Connect it to one and try again.";
    /// Another program listens at the address in the home network.
    HomeAddressTaken {
        /// The address.
        address: String
    } = "home_address_taken", "Another program already uses the address {address}. End it and try again.";
    /// The system does not let the server listen in the home network.
    HomeNotOpened {
        /// What the system says.
        detail: String
    } = "home_not_opened", "The system does not allow it: {detail}.";
    /// A handshake that opens no WebSocket.
    NoUpgrade {
        /// What is wrong with it.
        why: HandshakeFault
    } = "no_upgrade", "This does not open a WebSocket: {why}.";
    /// A client has sent too many requests.
    TooManyRequests {
        /// How long to wait, in seconds.
        seconds: u32
    } = "too_many_requests", "Too many requests. Try again in {seconds} s.";
    /// The server is about to stop.
    Restarting = "restarting", "The server is restarting. Try again in a moment.";
    /// Nothing can be stored: it is not known whether the request is done. Send it again with the
    /// same key.
    Unavailable = "unavailable", "The server cannot store anything at the moment. Wait a little and \
        see whether it is done; if not, try again.";
    /// A fault of the server.
    Internal = "internal", "Something went wrong on the server.";
    /// The client speaks another version of the protocol.
    WrongProtocol {
        /// The server's version.
        version: u32
    } = "wrong_protocol", "This server speaks version {version} of the protocol. Reload the page.";
    /// The first message on a connection is not a hello.
    HelloFirst = "hello_first", "The first message must be a hello.";
    /// A second hello on a connection.
    SecondHello = "second_hello", "This connection has already said hello.";
    /// Messages come faster than a table may hear them.
    TooFast = "too_fast", "That was too fast. Wait a moment and try again.";

    // People and how they come back.
    /// The site can keep no passkeys at this address.
    NoPasskeysHere = "no_passkeys_here", "Passkeys work only on a site with a domain name and https, \
        or on the computer that runs it.";
    /// What was begun is over: it took too long, was finished before, or was begun in another browser.
    CeremonyOver = "ceremony_over", "This took too long, or it was started in another browser. Please try \
        again.";
    /// A passkey that is not known, or does not prove itself.
    PasskeyRefused = "passkey_refused", "This passkey is not known here.";
    /// A person has too many passkeys.
    TooManyPasskeys {
        /// How many are allowed.
        most: u32
    } = "too_many_passkeys", "You can have at most {most} passkeys.";
    /// The provider does not answer, or not as one.
    ProviderFailed = "provider_failed", "The provider does not answer at the moment. Please try again later.";
    /// The person has no such identity at the provider.
    NoSuchIdentity = "no_such_identity", "You have not linked this.";
    /// The person has no such passkey.
    NoSuchPasskey = "no_such_passkey", "You have no such passkey.";
    // Devices of a person.
    /// A bot asked for what only people have.
    NotForBots = "not_for_bots", "Only people have devices and recovery words.";
    /// The person has no such device.
    NoSuchDevice = "no_such_device", "You have no such device.";
    /// Without this device, nothing would lead back to the person.
    LastDevice = "last_device", "This is your only device. Write down recovery words first, or delete everything.";
    /// The device has just come, and would touch what leads back to its person.
    NewDevice {
        /// From when on it may, in milliseconds since 1970.
        from_ms: u64
    } = "new_device", "This device is new here. It can do that a day after it came, or as soon as another of your \
        devices agrees.";
    /// Another device of the person has refused to trust this one.
    RefusedDevice = "refused_device", "Another of your devices has refused this. A day after that, it is no longer needed.";
    /// A code for another device that leads to nobody.
    NoSuchCode = "no_such_code", "This code was used already, or is older than five minutes.";
    /// Recovery words that lead to nobody.
    NoSuchKey = "no_such_key", "These recovery words belong to nobody. Perhaps they were replaced.";
    /// A word that is not among those of which recovery words are made.
    UnknownWord {
        /// Which of them it is, from 1.
        place: u32
    } = "unknown_word", "Word {place} is not a recovery word.";
    /// Words that are no recovery words together.
    NotRecoveryWords = "not_recovery_words", "These are not twelve recovery words in their order.";

    // Tables and who may see them.
    /// There is no table with this id.
    NoSuchTable = "no_such_table", "There is no such table.";
    /// The stored game follows rules that were corrected since.
    OtherRules {
        /// What differs.
        why: LogFault
    } = "other_rules", "This game was played by rules that have been corrected since, and this \
        version can neither continue nor show it: {why}. It is stored as it was.";
    /// The stored game cannot be read.
    UnreadableLog = "unreadable_log", "This version cannot read the stored game.";
    /// A host has too many tables that have not begun.
    TooManyTables {
        /// How many are allowed.
        most: u32
    } = "too_many_tables", "You can have at most {most} tables that wait for players.";
    /// The table is full of spectators.
    TooManySpectators = "too_many_spectators", "This table has as many spectators as it can. Try \
        again later.";
    /// Spectators are not allowed.
    PlayersOnly = "players_only", "Only the players can see this game.";
    /// This person was removed.
    Removed = "removed", "You have been removed from this table.";
    /// Somebody at the table, or the person, has blocked the other. It is not said who.
    CannotSit = "cannot_sit", "You cannot sit down at this table.";

    // Moderation.
    /// The host of the site takes no new games.
    SiteClosed = "site_closed", "This site takes no new games at the moment.";
    /// The host of the site has suspended the person.
    Suspended {
        /// When that ends, in milliseconds since 1970.
        until_ms: u64,
        /// What for.
        reason: Misconduct
    } = "suspended", "The moderators of this site have suspended you.";
    /// Somebody was suspended, and for a day nobody new can sit down from the same network.
    NetworkSuspended = "network_suspended", "Nobody new can sit down from your network today.";
    /// The person has to acknowledge a warning first.
    UnreadWarning = "unread_warning", "The moderators of this site have warned you. Read it first.";
    /// The host of the site does not want this name.
    NameRefused = "name_refused", "The moderators of this site ask you to choose another name.";
    /// Only who has opened the host's page can do this, or whom the host lets help.
    NotSiteHost = "not_site_host", "Only the people who run this site can do that.";
    /// A link to the host's page that was used, is too old, or never was.
    LinkUsed = "link_used", "This link has been used, or is too old. Ask the program for another one.";
    /// The site knows nobody of this number.
    NoSuchPerson = "no_such_person", "There is no such person.";
    /// There is no such report, or it is decided.
    NoSuchReport = "no_such_report", "There is no such report.";
    /// Somebody else has changed the same at the same time.
    ChangedMeanwhile = "changed_meanwhile", "Someone else has just changed this. Look at it again.";
    /// A suspension that is too short or too long.
    BadSuspension {
        /// The most hours.
        most: u32
    } = "bad_suspension", "A suspension lasts 1 to {most} hours.";
    /// A text for the host, or of the host, that is too long or empty.
    BadWords {
        /// The most characters.
        most: u32
    } = "bad_words", "This text must have 1 to {most} visible characters.";
    /// The person has neither a seat at the table nor has watched it for long.
    NoWitness {
        /// For how many seconds they have to watch.
        seconds: u32
    } = "no_witness", "You can report people at a table where you play, or that you have watched for {seconds} seconds under your name.";
    /// The person has sent many reports today.
    TooManyReports = "too_many_reports", "You have sent many reports today. Try again tomorrow.";
    /// The person has blocked too many people.
    TooManyBlocks {
        /// How many are allowed.
        most: u32
    } = "too_many_blocks", "You can block at most {most} people.";

    // Seats.
    /// A spectator did what only players can do.
    NotSeated = "not_seated", "Only players can do that.";
    /// Somebody did what only the host can do.
    NotHost = "not_host", "Only the host can do that.";
    /// The table has no such seat.
    NoSuchSeat = "no_such_seat", "There is no such seat.";
    /// A message for a seat of somebody else.
    NotYourSeat = "not_your_seat", "This device does not play this seat.";
    /// Nobody sits there, or nobody whom the host can remove.
    NobodyThere = "nobody_there", "Nobody has this seat.";
    /// The person has a seat.
    AlreadySeated = "already_seated", "You already have a seat.";
    /// Somebody else has the seat.
    SeatTaken = "seat_taken", "This seat is taken.";
    /// No seat is open.
    NoOpenSeat = "no_open_seat", "Every seat is taken.";
    /// Another player's name looks the same.
    NameTaken = "name_taken", "Someone at this table has a name that looks like this one.";
    /// A name that is empty, too long, or not readable.
    BadName {
        /// The most characters.
        most: u32
    } = "bad_name", "A name must have 1 to {most} characters, all of them visible.";
    /// Others would take a person of this name for a bot, the host or the program.
    ReservedName = "reserved_name", "No person can have this name: others would take them for a bot, the host or the program.";
    /// The person has asked for this seat.
    AlreadyAsked = "already_asked", "You have already asked for this seat.";
    /// The others have refused the person's request.
    RequestRefused = "request_refused", "Your request was refused. You can ask again in five minutes.";
    /// Too many people wait for an answer.
    TooManySeatRequests = "too_many_seat_requests", "Too many people ask for a seat. Try again later.";
    /// The request for a seat was answered, or withdrawn.
    NoRequest = "no_request", "This request no longer exists.";
    /// Others decide about this seat.
    NotDeciding = "not_deciding", "You have no say about this seat.";
    /// It takes more people than there are.
    NobodyToAsk = "nobody_to_ask", "One person alone cannot remove another.";
    /// This person was not removed.
    NotRemoved = "not_removed", "This person has not been removed.";
    /// A bot plays for the person.
    Replaced = "replaced", "A bot is playing for you. Choose to play on first.";
    /// No bot plays for the person.
    NotReplaced = "not_replaced", "No bot is playing for you.";
    /// No such bot can play here.
    NoSuchBot {
        /// Its name.
        name: String
    } = "no_such_bot", "There is no bot {name} here.";
    /// A token that belongs to no registered bot.
    UnknownBot = "unknown_bot", "This needs the token of a registered bot.";
    /// The bot has found nothing to do.
    NoChoice = "no_choice", "The bot has found no action.";

    // Setting a table up.
    /// An option of the table is out of bounds.
    BadOptions {
        /// Which.
        option: BoundedOption,
        /// The least that is allowed.
        least: u32,
        /// The most that is allowed.
        most: u32
    } = "bad_options", "{option} must be from {least} to {most}.";
    /// The rules contradict each other, or the board.
    UnplayableRules {
        /// What is wrong with them.
        why: RulesError
    } = "unplayable_rules", "These rules cannot be played: {why}.";
    /// The rules are for another number of players.
    WrongSeatCount {
        /// Players by the rules.
        players: u8,
        /// Seats of the table.
        seats: u8
    } = "wrong_seat_count", "The rules are for {players} players, and there are {seats} seats.";
    /// Without the locked seats the rules cannot be played.
    TooFew {
        /// What is wrong with them then.
        why: RulesError
    } = "too_few", "The game cannot begin without the locked seats: {why}.";
    /// Two players want one color.
    ColorTaken = "color_taken", "Each player needs a different color.", breaks "SET" 10;
    /// The name of a board is too long.
    LongBoardSeed {
        /// The most characters.
        most: u32
    } = "long_board_seed", "The name of a board can have at most {most} characters.";
    /// The text of a board is too long.
    LongBoard {
        /// The most bytes.
        most: u32
    } = "long_board", "The text of a board can have at most {most} bytes.";
    /// A text describes no board.
    BadBoard {
        /// All that is wrong with it.
        faults: Vec<BoardFault>
    } = "bad_board", "This text does not describe a board.";
    /// No board was found that keeps what is drawn and is as fair as the rules ask.
    NoFairBoard = "no_fair_board", "No board was found that keeps what is drawn and is as fair as you want.";
    /// The table is set up like that.
    NothingChanged = "nothing_changed", "The table is already set up like that.";
    /// More people have seats.
    TooFewSeats = "too_few_seats", "There are already more people than that at the table.";
    /// The log has no room for more changes.
    TooManyArrangements = "too_much_arranged", "Too much has been changed at this table. Start the \
        game, or set up another table.";
    /// Somebody has yet to sit down.
    OpenSeats = "open_seats", "Some seats are still open.";
    /// Somebody has yet to agree to the changes.
    ChangesPending = "changes_pending", "Not everyone has agreed to the changes yet.";

    /// The table cannot be rated.
    NotRated {
        /// What a rated game needs.
        why: RatedFault
    } = "not_rated", "A game can be rated only if {why}.";
    /// Not everybody is ready for a rated game.
    NotAllReady = "not_all_ready", "A rated game begins when all players are ready.";

    // The course of a game.
    /// The game has begun.
    Begun = "begun", "The game has already begun.";
    /// Others have sat down at a table that begins by itself.
    AgreedTo = "agreed_to", "The others have already agreed to the game as it is.";
    /// The host of the site has switched off what is asked for.
    SwitchedOff = "switched_off", "This site does not offer that.";
    /// The game has not begun.
    NotStarted = "not_started", "The game has not begun.";
    /// The game is over.
    Over = "over", "The game is over.";
    /// The game is not over.
    NotOver = "not_over", "This game is not over yet.";
    /// The game is paused.
    Paused = "paused", "The game is paused.";
    /// The game is not under way.
    NotPlaying = "not_playing", "There is no game to pause.";
    /// The game is not paused.
    NotPaused = "not_paused", "The game is not paused.";
    /// The game goes on once a player is back.
    WaitsForAbsent = "waits_for_absent", "The game is waiting for a player who is away.";
    /// The log has no room for more.
    TooLong = "too_long", "This game has become too long to be continued.";
    /// There is nothing to undo.
    NoUndo = "no_undo", "There is nothing to undo.";
    /// Nothing is taken back in a rated game.
    NoUndoRated = "no_undo_rated", "In a rated game, nothing can be taken back.";
    /// A seat of a rated game stays that of its player.
    RatedSeat = "rated_seat", "In a rated game, nobody can take over another player's seat.";
    /// Nobody who is there is voted out of a rated game.
    RatedPlayer = "rated_player", "In a rated game, only a player who has been away for a while can be removed.";
    /// No vote to end the game is open.
    NoVote = "no_vote", "Nobody has asked to end the game.";
    /// Somebody has just voted against ending the game.
    EndRefused = "end_refused", "Someone wants to play on. Ask again in a minute.";

    /// The coach helps nobody at this table.
    NoCoach = "no_coach", "The coach helps only against bots, or at a table whose host has allowed it for \
        everyone.";

    // Players who are slow or away.
    /// A remedy is for other players.
    OwnSeat = "own_seat", "You cannot do this to your own seat.";
    /// It is not this player's turn to decide.
    NotWaitedFor = "not_waited_for", "Nobody is waiting for this player.";
    /// The player is away.
    Absent = "absent", "This player is away. A bot will play soon, or the game will wait.";
    /// The player has not thought for long.
    TooSoon {
        /// How long a player may think first.
        seconds: u32
    } = "too_soon", "Give this player {seconds} seconds first.";
    /// The player has a clock.
    HasClock = "has_clock", "This player already has a clock.";
    /// The player has just left.
    JustLeft = "just_left", "This player has only just left and may come back.";
    /// The player is not away.
    NotAbsent = "not_absent", "A bot can play only for a player who is away.";
    /// No clock runs for the person.
    NoClock = "no_clock", "Your clock is not running.";
    /// The person has used all extensions.
    NoMoreTime = "no_more_time", "You have no extra time left.";

    // Trades.
    /// Too many offers in one turn.
    TooManyOffers {
        /// How many are allowed.
        most: u32
    } = "too_many_offers", "You can make at most {most} offers per turn.";
    /// The same trade has been offered in this turn.
    SameOffer = "same_offer", "This trade has already been offered.";
    /// The offer has been changed or closed.
    OfferChanged = "offer_changed", "The offer has changed or is no longer open.";
    /// An answer without the line of its offer.
    UnnamedAnswer = "unnamed_answer", "An answer must name the line of the log that it answers.";
    /// Something else was sent as an answer.
    NoAnswer = "no_answer", "This is not an answer.";
    /// Too many answers in one turn.
    TooManyAnswers {
        /// How many are allowed.
        most: u32
    } = "too_many_answers", "You can give at most {most} answers per turn.";
    /// Too many suggestions in one turn.
    TooManySuggestions {
        /// How many are allowed.
        most: u32
    } = "too_many_suggestions", "You can make at most {most} suggestions per turn.";
    /// Too many suggestions at a time.
    TooManyOpenSuggestions {
        /// How many are allowed.
        most: u32
    } = "too_many_open_suggestions", "You can have at most {most} open suggestions.";
    /// Too many changes in one turn.
    TooManyChanges = "too_many_changes", "You have changed this too often on one turn.";
    /// The suggestion has been changed or taken back.
    SuggestionChanged = "suggestion_changed", "This suggestion no longer exists.";
    /// A suggestion that leaves cards open cannot be taken as it is.
    OpenSuggestion = "open_suggestion", "You can only answer this with another suggestion.";
    /// Too many cards are left open.
    TooOpen {
        /// How many of each side are allowed.
        most: u32
    } = "too_open", "Each side can leave at most {most} cards open.";
    /// An answer must name every card.
    OpenAnswer = "open_answer", "An answer must name all its cards.";
    /// It is like that already.
    NoChange = "no_change", "This changes nothing.";
    /// The player does not hear offers of the person.
    NotAvailable = "not_available", "This player is not available for trades.";

    // Chat.
    /// A line that is empty or too long.
    BadChat {
        /// The most characters.
        most: u32
    } = "bad_chat", "A message must have 1 to {most} visible characters.";
    /// Only ready-made phrases are allowed.
    PhrasesOnly = "phrases_only", "Only the preset phrases can be sent at this table.";
    /// No chat is allowed.
    NoTalk = "no_talk", "Chat is switched off at this table.";

    // Records.
    /// A text is no record.
    BadRecord {
        /// What is wrong with it.
        why: Box<RecordFault>
    } = "bad_record", "{why}";
    /// A step of a record is against the rules.
    IllegalInRecord {
        /// The number of the step, from 1.
        number: u32,
        /// The step as it is written.
        step: String,
        /// What it breaks.
        illegal: Illegal
    } = "illegal_step", "Step {number}, `{step}`, is not legal: {illegal}";
    /// A game is too long to be shown.
    LongRecord {
        /// The most steps.
        most: u32
    } = "long_record", "A replay shows at most {most} steps.";
    /// A record has not so many steps.
    ShortRecord {
        /// How many it has.
        steps: u32
    } = "short_record", "This record has only {steps} steps.";
    /// No game can go on from there.
    OverInRecord = "over_in_record", "After these steps the game is over.";
    /// The position does not fit another game.
    FixedOpening = "fixed_opening", "This table begins in the middle of a game: its rules, board and seats stay.";
}

/// A reason as it is documented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CatalogEntry {
    /// The code.
    pub code: &'static str,
    /// The names of its arguments.
    pub arguments: &'static [&'static str],
    /// The sentence, with the names of the arguments in braces.
    pub sentence: &'static str,
}

/// A step that the rules of the game refuse, by its reason.
#[wire(problem)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IllegalStep {
    /// The reason.
    pub code: Illegal,
}

/// Why something is refused: the body of every HTTP error as well.
#[wire(problem, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Problem {
    /// The reason: its code, and its arguments where it has some.
    #[serde(flatten)]
    #[schema(value_type = CodeAndArguments)]
    pub kind: ProblemKind,
    /// The clause of the rules that was broken, such as `BLD-09`.
    #[schema(required)]
    pub clause: Option<String>,
    /// One sentence for people.
    pub message: String,
    /// Every single fault, one sentence each, where more than one can be found at a time: a board's.
    pub details: Vec<String>,
    /// The line of the text that was sent, from 1, where one is at fault.
    #[schema(required)]
    pub line: Option<u32>,
}

/// How a schema has every [`ProblemKind`]: `docs/book/problems.md` lists them.
#[cfg(feature = "openapi")]
#[derive(utoipa::ToSchema)]
#[schema(description = "The reason of a problem.")]
#[expect(dead_code, reason = "only its schema is used")]
struct CodeAndArguments {
    /// A fixed word for programs, such as `name_taken`; problems.md lists them.
    code: String,
    /// What a client needs to word the problem, where its code has arguments.
    #[schema(value_type = Object, required = false)]
    arguments: (),
}

impl Problem {
    /// A fixed word for programs, such as `too_close`.
    pub const fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// The same problem with every single fault.
    #[must_use]
    pub fn with_details(self, details: Vec<String>) -> Self {
        Self { details, ..self }
    }

    /// The same problem at a line, from 1, of the text that was sent.
    #[must_use]
    pub fn at_line(self, line: u32) -> Self {
        Self {
            line: Some(line),
            ..self
        }
    }
}

impl From<ProblemKind> for Problem {
    fn from(kind: ProblemKind) -> Self {
        Self {
            clause: kind.clause().map(|clause| clause.to_string()),
            message: kind.to_string(),
            details: Vec::new(),
            line: None,
            kind,
        }
    }
}

impl From<Illegal> for Problem {
    fn from(illegal: Illegal) -> Self {
        ProblemKind::Illegal(IllegalStep { code: illegal }).into()
    }
}

/// The most faults of a text that are listed. Nobody reads more at a time.
pub const MOST_FAULTS: usize = 32;

/// The first faults of a board, and each as a sentence.
fn first_faults(mut faults: Vec<BoardFault>) -> (Vec<BoardFault>, Vec<String>) {
    faults.truncate(MOST_FAULTS);
    let details = faults.iter().map(ToString::to_string).collect();
    (faults, details)
}

impl From<BoardTextErrors> for Problem {
    fn from(BoardTextErrors(faults): BoardTextErrors) -> Self {
        let (faults, details) = first_faults(faults);
        let line = faults.first().and_then(|fault| fault.line);
        Self {
            details,
            line,
            ..ProblemKind::BadBoard { faults }.into()
        }
    }
}

impl From<RecordError> for Problem {
    fn from(RecordError { line, fault }: RecordError) -> Self {
        let mut details = Vec::new();
        let kind = match fault {
            RecordFault::Illegal {
                number,
                step,
                illegal,
            } => ProblemKind::IllegalInRecord {
                number: number as u32,
                step,
                illegal,
            },
            RecordFault::Board { faults } => {
                let (faults, sentences) = first_faults(faults);
                details = sentences;
                ProblemKind::BadRecord {
                    why: Box::new(RecordFault::Board { faults }),
                }
            }
            why => ProblemKind::BadRecord { why: Box::new(why) },
        };
        Self {
            details,
            line: Some(u32::try_from(line).unwrap_or(u32::MAX)),
            ..kind.into()
        }
    }
}
