//! A gzip bomb: zeros, written as back references of the largest length (RFC 1951 section 3.2.6 and RFC 1952).

/// The number of bytes of one back reference.
const RUN: usize = 258;

/// A gzip document of `size` zeros, about 160 times smaller.
pub(super) fn gzip_zeros(size: usize) -> Vec<u8> {
    let mut document = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    let mut bits = Bits::default();
    // One final block with fixed Huffman codes, whose first bit is the lowest.
    bits.push(0b011, 3);
    let runs = size.saturating_sub(1) / RUN;
    let literals = size - runs * RUN;
    for _ in 0..literals {
        bits.push(0b0000_1100, 8);
    }
    for _ in 0..runs {
        // Length 258, then distance 1.
        bits.push(0b1010_0011, 8);
        bits.push(0, 5);
    }
    bits.push(0, 7);
    document.extend(bits.finish());
    document.extend(crc_of_zeros(size).to_le_bytes());
    document.extend(u32::try_from(size % (1 << 32)).unwrap_or_default().to_le_bytes());
    document
}

#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    held: u32,
    count: u32,
}

impl Bits {
    fn push(&mut self, bits: u32, count: u32) {
        self.held |= bits << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.held.to_le_bytes()[0]);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.push(0, 8 - self.count);
        }
        self.bytes
    }
}

fn crc_of_zeros(size: usize) -> u32 {
    let table: Vec<u32> = (0..256)
        .map(|index| (0..8).fold(index, |crc: u32, _| if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 }))
        .collect();
    let step = |crc: u32| table.get(usize::from(crc.to_le_bytes()[0])).copied().unwrap_or_default() ^ (crc >> 8);
    !(0..size).fold(u32::MAX, |crc, _| step(crc))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_zeros() {
        // The CRC-32 of four zero bytes.
        assert_eq!(crc_of_zeros(4), 0x2144_df1c);
        assert_eq!(crc_of_zeros(0), 0);
    }

    #[test]
    fn the_document_is_small_and_has_its_full_size_in_the_trailer() {
        let size = 1024 * 1024;
        let document = gzip_zeros(size);
        assert!(document.len() < size / 150, "{}", document.len());
        assert_eq!(document[document.len() - 4..], u32::try_from(size).unwrap().to_le_bytes());
    }
}
