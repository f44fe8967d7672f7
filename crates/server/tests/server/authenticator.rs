//! An authenticator in software: it makes passkeys and proves that it has them, as browsers say it.

use data_encoding::BASE64URL_NOPAD as BASE64;
use p256::ecdsa::{Signature, SigningKey, signature::Signer};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The user was there.
const PRESENT: u8 = 1;
/// The user has shown that it is them.
const VERIFIED: u8 = 1 << 2;
/// The key is attached.
const ATTACHED: u8 = 1 << 6;

/// A passkey in its authenticator, and the browser between it and a site.
#[derive(Clone)]
pub struct Authenticator {
    key: SigningKey,
    id: Vec<u8>,
    handle: Value,
    /// How often it has signed; 0 if it does not count.
    pub counter: u32,
    /// The page that the browser shows.
    pub origin: String,
    /// The site whose passkey it takes this for.
    pub rp_id: String,
}

impl Authenticator {
    /// An authenticator, each number with its own key.
    pub fn new(number: u8, origin: &str, rp_id: &str) -> Self {
        Self {
            key: SigningKey::from_slice(&[number; 32]).unwrap(),
            id: vec![number; 20],
            handle: Value::Null,
            counter: 0,
            origin: origin.to_owned(),
            rp_id: rp_id.to_owned(),
        }
    }

    /// The id of the passkey, as addresses have it.
    pub fn id(&self) -> String {
        BASE64.encode(&self.id)
    }

    /// Makes a passkey as the options say.
    pub fn make(&mut self, options: &Value) -> Value {
        self.handle = options["user"]["id"].clone();
        let public = self.key.verifying_key().to_encoded_point(false);
        let mut key = vec![0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32];
        key.extend(public.x().unwrap());
        key.extend([0x22, 0x58, 32]);
        key.extend(public.y().unwrap());
        let mut data = self.data(PRESENT | VERIFIED | ATTACHED);
        data.extend([0; 16]);
        data.extend((self.id.len() as u16).to_be_bytes());
        data.extend(&self.id);
        data.extend(key);
        let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        object.push(data.len() as u8);
        object.extend(data);
        let client = self.client("webauthn.create", options);
        self.credential(&json!({
            "clientDataJSON": BASE64.encode(&client),
            "attestationObject": BASE64.encode(&object),
            "transports": ["internal"],
        }))
    }

    /// Proves that it has the passkey.
    pub fn prove(&self, options: &Value) -> Value {
        let data = self.data(PRESENT | VERIFIED);
        let client = self.client("webauthn.get", options);
        let signed = [&data[..], &Sha256::digest(&client)].concat();
        let signature: Signature = self.key.sign(&signed);
        self.credential(&json!({
            "clientDataJSON": BASE64.encode(&client),
            "authenticatorData": BASE64.encode(&data),
            "signature": BASE64.encode(signature.to_der().as_bytes()),
            "userHandle": self.handle,
        }))
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(&self.rp_id).to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    fn client(&self, kind: &str, options: &Value) -> Vec<u8> {
        let client = json!({
            "type": kind,
            "challenge": options["challenge"],
            "origin": self.origin,
            "crossOrigin": false,
        });
        client.to_string().into_bytes()
    }

    fn credential(&self, response: &Value) -> Value {
        json!({
            "id": self.id(),
            "rawId": self.id(),
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        })
    }
}
