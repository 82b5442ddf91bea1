//! Decompression of a body.

use std::io::Write;

use flate2::write::MultiGzDecoder;

use super::*;

/// JSON has a compression ratio of at most about 100. A higher ratio than this is treated as a decompression bomb.
const MAX_RATIO: usize = 200;
/// A decompressed size that is always accepted.
const ALWAYS: usize = 64 * 1024;

/// Reads and decompresses the body as it arrives. The limit applies to the decompressed bytes.
pub(super) async fn read_body(mut from: Incoming, max: usize) -> Result<Bytes, Failure> {
    let Some(mut bytes) = chunk(&mut from).await? else { return Ok(Bytes::new()) };
    let stopped = |error: io::Error| match error.kind() {
        io::ErrorKind::FileTooLarge => Failure::too_large(max),
        io::ErrorKind::QuotaExceeded => failure(
            Kind::TooLarge,
            true,
            "the compressed response expands too much: it is treated as a decompression bomb",
        ),
        _ => failure(Kind::Interrupted, true, "the compressed body of the response is invalid"),
    };
    let mut decoder = MultiGzDecoder::new(Limited { bytes: Vec::new(), max, arrived: 0 });
    loop {
        decoder.get_mut().arrived += bytes.len();
        decoder.write_all(&bytes).map_err(stopped)?;
        match chunk(&mut from).await? {
            Some(next) => bytes = next,
            None => return Ok(decoder.finish().map_err(stopped)?.bytes.into()),
        }
    }
}

/// A writer that accepts bytes up to the limits.
struct Limited {
    bytes: Vec<u8>,
    max: usize,
    /// The number of compressed bytes received so far.
    arrived: usize,
}

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > self.max - self.bytes.len() {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        if self.bytes.len() + bytes.len() > ALWAYS.max(self.arrived.saturating_mul(MAX_RATIO)) {
            return Err(io::ErrorKind::QuotaExceeded.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
