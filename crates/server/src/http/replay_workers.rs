//! The workers that compute replays and statistics, and the answers that wait until they are sent.

use std::{
    io::{self, BufWriter, Cursor, Read, Write},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{
    Extension,
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use brickwood_protocol::ProblemKind;
use brickwood_site::http::{
    answers::InParts,
    clients::LimitKind,
    problem::Failure,
    rate_limit::Caller,
    turns::{Turn, Turns},
};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::{
    sync::{AcquireError, OwnedSemaphorePermit, Semaphore},
    time::{Duration, Instant},
};

const KB: usize = 1024;

/// The size of the parts in which an answer is sent.
const PART: usize = 16 * KB;

/// The longest answer, compressed. The longest records lead to a third of this.
const LONGEST: usize = 2 * KB * KB;

/// Computes replays and statistics. Each needs some megabytes meanwhile, so only a few run at a time, one for each
/// address and a few for each of its networks. The memory for a result is taken before there is one. Results
/// wait in compressed form, and are unpacked while they are sent to a client that cannot do it. Cheap to clone.
#[derive(Clone)]
pub(crate) struct ReplayWorkers(Arc<Inner>);

struct Inner {
    permits: Arc<Semaphore>,
    /// Kilobytes that may wait to be sent.
    waiting: Arc<Semaphore>,
    /// How long a client may take to read a result.
    delivery: Duration,
    turns: Turns,
}

/// A compressed answer, with the permits that it holds until it is sent.
struct Packed {
    bytes: Vec<u8>,
    _held: (OwnedSemaphorePermit, Turn),
}

impl AsRef<[u8]> for Packed {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// An answer that is sent in parts.
struct ReplayBody {
    rest: Rest,
    /// The number of bytes that are left.
    left: u64,
    until: Instant,
}

/// What is left of an answer.
enum Rest {
    /// For a client that can unpack it.
    Packed(Bytes),
    Plain(Box<GzDecoder<Cursor<Bytes>>>),
}

impl Rest {
    fn part(&mut self) -> io::Result<Bytes> {
        match self {
            Self::Packed(bytes) => Ok(bytes.split_to(bytes.len().min(PART))),
            Self::Plain(packed) => {
                let mut part = Vec::with_capacity(PART);
                packed.by_ref().take(PART as u64).read_to_end(&mut part)?;
                Ok(part.into())
            }
        }
    }
}

impl HttpBody for ReplayBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        _context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let this = self.get_mut();
        if this.left == 0 {
            return Poll::Ready(None);
        }
        if Instant::now() > this.until {
            return Poll::Ready(Some(Err(io::ErrorKind::TimedOut.into())));
        }
        let part = this.rest.part();
        Poll::Ready(Some(part.map(|part| {
            this.left -= part.len() as u64;
            Frame::data(part)
        })))
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}

/// Bytes up to a number; more cannot be written.
pub(super) struct UpTo(Vec<u8>);

impl Write for UpTo {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LONGEST {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Counts what is written.
pub(super) struct Counting<W> {
    to: W,
    written: u64,
}

impl<W: Write> Write for Counting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.written += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

pub(super) type Out = BufWriter<Counting<GzEncoder<UpTo>>>;

/// Compresses what is written. The text itself never exists as a whole. Returns its length, too.
fn pack(write: impl FnOnce(&mut Out) -> Result<(), Failure>) -> Result<(Vec<u8>, u64), Failure> {
    let packing = Counting {
        to: GzEncoder::new(UpTo(Vec::new()), Compression::new(4)),
        written: 0,
    };
    let mut out = BufWriter::with_capacity(PART, packing);
    write(&mut out)?;
    let packing = out.into_inner().map_err(|error| unwritten(error.error()))?;
    let written = packing.written;
    let UpTo(packed) = packing.to.finish().map_err(|error| unwritten(&error))?;
    Ok((packed, written))
}

pub(super) fn unwritten(error: &dyn std::error::Error) -> Failure {
    tracing::error!(%error, "an answer cannot be written");
    ProblemKind::Unavailable.into()
}

impl ReplayWorkers {
    /// Workers whose results may take this many bytes while they wait to be sent, each no longer than `delivery`.
    pub(crate) fn new(waiting: usize, delivery: Duration) -> Self {
        let most = (waiting / LONGEST).max(1);
        Self(Arc::new(Inner {
            permits: Arc::new(Semaphore::new(2)),
            waiting: Arc::new(Semaphore::new(most * LONGEST / KB)),
            delivery,
            turns: Turns::new(most),
        }))
    }

    /// Does such work on a blocking thread with what `load` reads. The result becomes an answer of this media type.
    pub(super) async fn work_out<T: Send + 'static>(
        &self,
        caller: &Caller,
        media_type: &'static str,
        load: impl Future<Output = Result<T, Failure>>,
        work: impl FnOnce(T, &mut Out) -> Result<(), Failure> + Send + 'static,
    ) -> Result<Response, Failure> {
        let shut = |_: AcquireError| ProblemKind::Unavailable;
        let turn = self.0.turns.take(caller).await.map_err(shut)?;
        caller.take(LimitKind::Replay)?;
        let longest = (LONGEST / KB) as u32;
        let waiting = Arc::clone(&self.0.waiting).acquire_many_owned(longest);
        let mut waiting = waiting.await.map_err(shut)?;
        let working = Arc::clone(&self.0.permits).acquire_owned().await;
        let working = working.map_err(shut)?;
        let loaded = load.await?;
        let worked = tokio::task::spawn_blocking(move || {
            let packed = pack(|out| work(loaded, out));
            drop(working);
            packed
        });
        let (bytes, length) = worked.await.map_err(|_| ProblemKind::Unavailable)??;
        // What was taken for the longest result, and this one does not need.
        drop(waiting.split(LONGEST / KB - bytes.len().div_ceil(KB)));
        let (is_packed, packed_length) = (caller.unpacks(), bytes.len() as u64);
        let packed = Bytes::from_owner(Packed {
            bytes,
            _held: (waiting, turn),
        });
        let until = Instant::now() + self.0.delivery;
        let body = if is_packed {
            ReplayBody {
                rest: Rest::Packed(packed),
                left: packed_length,
                until,
            }
        } else {
            ReplayBody {
                rest: Rest::Plain(Box::new(GzDecoder::new(Cursor::new(packed)))),
                left: length,
                until,
            }
        };
        let mut head = HeaderMap::new();
        head.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
        head.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if is_packed {
            head.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        let in_parts = Extension(InParts { longest: PART });
        Ok((in_parts, head, Body::new(body)).into_response())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a body sends, part by part.
    fn sent(mut body: ReplayBody) -> io::Result<Vec<u8>> {
        let mut all = Vec::new();
        let mut context = Context::from_waker(std::task::Waker::noop());
        while let Poll::Ready(Some(frame)) = Pin::new(&mut body).poll_frame(&mut context) {
            all.extend(frame?.into_data().unwrap_or_default());
        }
        Ok(all)
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_waits_compressed_and_is_sent_as_the_client_reads_it() {
        let text = "a road, a settlement, a city. ".repeat(10_000);
        let packed = pack(|out| {
            out.write_all(text.as_bytes())
                .map_err(|error| unwritten(&error))
        });
        let (packed, length) = packed.unwrap();
        assert_eq!(length, text.len() as u64);
        assert!(packed.len() < text.len() / 20);
        let packed = Bytes::from(packed);
        let until = Instant::now() + Duration::from_secs(1);
        let plain = || ReplayBody {
            rest: Rest::Plain(Box::new(GzDecoder::new(Cursor::new(packed.clone())))),
            left: length,
            until,
        };
        assert_eq!(sent(plain()).unwrap(), text.as_bytes());
        let as_it_is = ReplayBody {
            rest: Rest::Packed(packed.clone()),
            left: packed.len() as u64,
            until,
        };
        assert_eq!(sent(as_it_is).unwrap(), packed);
        tokio::time::advance(Duration::from_secs(2)).await;
        assert!(
            sent(plain()).is_err(),
            "a client that is too slow is cut off"
        );
    }

    #[test]
    fn an_answer_of_any_length_stops_where_its_memory_ends() {
        let mut random = 1_u64;
        let endless = pack(|out| {
            loop {
                random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let bytes = random.to_be_bytes();
                out.write_all(&bytes).map_err(|error| unwritten(&error))?;
            }
        });
        assert!(endless.is_err());
    }
}
