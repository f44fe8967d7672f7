//! The devices of people: whose a token is, and the sockets that end when it is nobody's any more.

use std::{collections::HashMap, sync::Arc};

use brickwood_storage::{DeviceId, Hint, SEEN_WITHIN, Storage, Unavailable, now_ms};
use brickwood_table::PersonId;
use futures_util::{Stream, StreamExt, stream};
use parking_lot::Mutex;
use tokio::sync::watch;

use crate::{
    StoresSite,
    http::{metrics, problem::Failure},
    person::{devices::Device, recovery::KeyHash, token::Token},
};

/// The devices, at this server and others. Cheap to clone.
#[derive(Clone)]
pub struct Devices {
    log: Arc<dyn Storage>,
    /// The devices with open sockets. A message says that one may have been removed, or has something to hear.
    open: Arc<Mutex<HashMap<DeviceId, watch::Sender<Look>>>>,
}

/// Why somebody looks again at a device.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Look {
    /// Hints may have been lost: whatever there is to hear is heard when the page asks next.
    #[default]
    AtAll,
    /// A hint has named the device.
    AtThis,
}

/// What has become of a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeviceChange {
    /// It is not the person's any more, or nobody knows.
    Removed,
    /// Its person should hear something about another device.
    News,
}

impl Devices {
    /// No device has anything open yet.
    pub fn new(log: Arc<dyn Storage>) -> Self {
        Self {
            log,
            open: Arc::default(),
        }
    }

    /// Passes on hints about devices from other servers, for as long as the storage delivers them.
    pub async fn take_hints(self) {
        let mut hints = self.log.hints();
        while let Some(hint) = hints.next().await {
            match hint {
                Hint::Device(device) => self.look_again(device),
                Hint::All => self.open.lock().values().for_each(|open| {
                    open.send_replace(Look::AtAll);
                }),
                Hint::Game(_) | Hint::Bot(_) => {}
            }
        }
    }

    /// Whose device this is, which is here now.
    pub async fn meet(&self, device: DeviceId) -> Result<Option<PersonId>, Unavailable> {
        let (site, now_ms) = (self.log.site(), now_ms());
        let owner = site.owner(device).await?;
        let is_due = |seen_ms| seen_ms + SEEN_WITHIN.as_millis() as u64 <= now_ms;
        if owner.and_then(|owner| owner.seen_ms).is_some_and(is_due) {
            // Where nothing can be written, people still play. The next visit is as good.
            let _ = site.see_device(device, now_ms).await;
        }
        Ok(owner.map(|owner| owner.person))
    }

    /// Watches a device from now on. To miss nothing, do this before asking whose it is.
    pub fn watch(&self, device: DeviceId) -> DeviceWatch {
        let mut open = self.open.lock();
        let sender = open.entry(device).or_default();
        DeviceWatch {
            device,
            changes: sender.subscribe(),
            devices: self.clone(),
        }
    }

    /// Gives a stored person a further device, with a token that nobody had before: whatever token the browser has had
    /// has no part in it. `None` if there is no such person any more.
    pub async fn add(&self, person: PersonId, name: String) -> Result<Option<Token>, Failure> {
        let (token, device) = new_device(name)?;
        let Some(lost) = self.log.site().add_device(person, device).await? else {
            return Ok(None);
        };
        self.lose(lost);
        self.announce(person, token.device()).await;
        Ok(Some(token))
    }

    /// Gives the owner of a key a further device, likewise. A link is used up. `None` if the key is nobody's.
    pub async fn claim(&self, key: KeyHash, name: String) -> Result<Option<Token>, Failure> {
        let (token, device) = new_device(name)?;
        let now_ms = device.created_ms;
        let Some(claimed) = self.log.site().claim(key, device, now_ms).await? else {
            return Ok(None);
        };
        self.lose(claimed.lost);
        self.announce(claimed.person, token.device()).await;
        Ok(Some(token))
    }

    /// Lets the other devices of a person hear that there is something to say about this one, at all servers.
    pub async fn announce(&self, person: PersonId, about: DeviceId) {
        // Where the storage does not answer, they hear it when they ask next.
        let others = self.log.site().devices_of(person).await.unwrap_or_default();
        let others = others.iter().map(|device| device.id);
        self.lose(others.filter(|device| *device != about));
    }

    /// Looks again at devices, at all servers: what removed ones have open ends, and others hear what there is to say.
    pub fn lose(&self, devices: impl IntoIterator<Item = DeviceId>) {
        for device in devices {
            self.look_again(device);
            self.log.tell(Hint::Device(device));
        }
    }

    fn look_again(&self, device: DeviceId) {
        if let Some(open) = self.open.lock().get(&device) {
            open.send_replace(Look::AtThis);
        }
    }
}

/// A device that comes now, with a fresh token.
fn new_device(name: String) -> Result<(Token, Device), getrandom::Error> {
    let (token, now_ms) = (Token::generate()?, now_ms());
    let device = Device::coming(token.device(), name, now_ms);
    Ok((token, device))
}

/// By what somebody is known who has opened a socket.
pub enum Credential {
    /// The token of a bot.
    Bot(PersonId),
    /// The cookie of a browser.
    Device(DeviceWatch),
}

impl Credential {
    /// The id of the bot or of the device.
    pub const fn id(&self) -> [u8; 32] {
        match self {
            Self::Bot(bot) => bot.0,
            Self::Device(watch) => watch.device.0,
        }
    }

    /// Asks the storage who it is.
    pub async fn visitor(self) -> Result<Visitor, Unavailable> {
        Ok(match self {
            Self::Bot(bot) => Visitor {
                person: Some(bot),
                watch: None,
            },
            Self::Device(watch) => Visitor {
                person: watch.devices.meet(watch.device).await?,
                watch: Some(watch),
            },
        })
    }
}

/// Who has opened a socket.
#[derive(Default)]
pub struct Visitor {
    /// The person; none if nobody is known by the token.
    pub person: Option<PersonId>,
    /// The person's device; bots have none.
    watch: Option<DeviceWatch>,
}

impl Visitor {
    /// What becomes of the device. Nothing is missed while nobody waits for the next one.
    pub fn changes(&mut self) -> impl Stream<Item = DeviceChange> + '_ {
        stream::unfold(self, |visitor| async {
            Some((visitor.change().await, visitor))
        })
    }

    async fn change(&mut self) -> DeviceChange {
        match (self.person, &mut self.watch) {
            (Some(person), Some(watch)) => watch.change(person).await,
            _ => std::future::pending().await,
        }
    }
}

/// Watches whether a device stays a person's.
pub struct DeviceWatch {
    device: DeviceId,
    changes: watch::Receiver<Look>,
    devices: Devices,
}

impl DeviceWatch {
    /// Waits until the device is not this person's any more, or there is something to hear.
    async fn change(&mut self, person: PersonId) -> DeviceChange {
        while self.changes.changed().await.is_ok() {
            let look = *self.changes.borrow_and_update();
            match self.devices.log.site().owner(self.device).await {
                Ok(Some(owner)) if owner.person == person => {
                    if look == Look::AtThis {
                        return DeviceChange::News;
                    }
                }
                Ok(_) => return DeviceChange::Removed,
                Err(Unavailable) => {
                    metrics::storage_failed();
                    return DeviceChange::Removed;
                }
            }
        }
        DeviceChange::Removed
    }
}

impl Drop for DeviceWatch {
    fn drop(&mut self) {
        let mut open = self.devices.open.lock();
        // This watch still counts.
        if open
            .get(&self.device)
            .is_some_and(|sender| sender.receiver_count() <= 1)
        {
            open.remove(&self.device);
        }
    }
}
