//! Formats of images and videos: detects the format of a file, and whether an image is complete.

use http::HeaderValue;

const JPEG: HeaderValue = HeaderValue::from_static("image/jpeg");
const PNG: HeaderValue = HeaderValue::from_static("image/png");
const MP4: HeaderValue = HeaderValue::from_static("video/mp4");
const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The media type of a complete image of an allowed format, or what is wrong with it.
pub(super) fn media_type(image: &[u8], allow_png: bool) -> Result<HeaderValue, &'static str> {
    match image.strip_prefix(PNG_SIGNATURE) {
        Some(chunks) if allow_png => check_png(chunks).map(|()| PNG),
        Some(_) => Err("is a PNG image: only JPEG is allowed, unless the setting `allow_png` is on"),
        None => check_jpeg(image, allow_png).map(|()| JPEG),
    }
}

/// The media type of a video, or what is wrong with it. An MP4 file begins with the length and the name of its first box,
/// which is `ftyp`.
pub(super) fn video_type(video: &[u8]) -> Result<HeaderValue, &'static str> {
    match video.get(4..8) {
        Some(b"ftyp") => Ok(MP4),
        _ => Err("is not an MP4 video"),
    }
}

/// Follows the segments of a JPEG file to its image data and searches for the end marker there. A search of the whole
/// file could find the end marker of a preview image inside a segment.
fn check_jpeg(bytes: &[u8], allow_png: bool) -> Result<(), &'static str> {
    const CUT: &str = "is cut off: the end of the JPEG image is missing";
    const START_OF_SCAN: u8 = 0xda;
    let neither = if allow_png { "is neither a JPEG nor a PNG image" } else { "is not a JPEG image" };
    let mut rest = bytes.strip_prefix(b"\xff\xd8").ok_or(neither)?;
    loop {
        let [0xff, marker, tail @ ..] = rest else {
            return Err(if rest.len() < 2 { CUT } else { "is not a JPEG image: a segment is malformed" });
        };
        match *marker {
            // Any number of fill bytes may come before a marker.
            0xff => rest = rest.get(1..).unwrap_or_default(),
            0x01 | 0xd0..=0xd8 => rest = tail,
            0xd9 => return Err("is not a JPEG image: it has no image data"),
            marker => {
                let [high, low, ..] = tail else { return Err(CUT) };
                rest = tail.get(usize::from(u16::from_be_bytes([*high, *low]))..).ok_or(CUT)?;
                if marker == START_OF_SCAN {
                    // In image data, an encoder writes a zero after every 0xff that is not a marker.
                    return if rest.windows(2).any(|pair| pair == b"\xff\xd9") { Ok(()) } else { Err(CUT) };
                }
            }
        }
    }
}

/// Follows the chunks after the signature of a PNG file: first the header, then image data, then the end.
fn check_png(mut rest: &[u8]) -> Result<(), &'static str> {
    const CUT: &str = "is cut off: the end of the PNG image is missing";
    /// Length and type before a chunk's data, and the checksum after it.
    const AROUND: usize = 12;
    if rest.get(4..8).is_some_and(|name| name != b"IHDR") {
        return Err("is not a PNG image: it does not begin with its header");
    }
    let mut has_data = false;
    loop {
        let [a, b, c, d, name @ ..] = rest else { return Err(CUT) };
        let length = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
        let name = name.get(..4).ok_or(CUT)?;
        rest = rest.get(length.saturating_add(AROUND)..).ok_or(CUT)?;
        match name {
            b"IDAT" => has_data = true,
            b"IEND" if has_data => return Ok(()),
            b"IEND" => return Err("is not a PNG image: it has no image data"),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Start of image, a segment with the end marker of a preview image, start of scan, data, end of image.
    const JPEG_IMAGE: &[u8] = b"\xff\xd8\xff\xe1\x00\x06\xff\xd8\xff\xd9\xff\xda\x00\x03\x00\x12\xff\x00\x34\xff\xd9";
    /// One white pixel.
    const PNG_IMAGE: &[u8] = b"\x89PNG\r\n\x1a\n\
        \x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00\x3a\x7e\x9b\x55\
        \x00\x00\x00\nIDAT\x78\x9c\x63\xf8\x0f\x00\x01\x01\x01\x00\xb1\x38\xf6\x14\
        \x00\x00\x00\x00IEND\xae\x42\x60\x82";

    #[test]
    fn an_incomplete_jpeg_is_refused() {
        for allow_png in [false, true] {
            assert_eq!(media_type(JPEG_IMAGE, allow_png).unwrap(), "image/jpeg");
            assert!(media_type(&[JPEG_IMAGE, b"trailer of a camera"].concat(), allow_png).is_ok());
            for end in 0..JPEG_IMAGE.len() {
                assert!(media_type(&JPEG_IMAGE[..end], allow_png).is_err(), "{end}");
            }
            for wrong in [&b"\xff\xd8\xff\xd9"[..], b"\xff\xd8text", b"\xff\xd8\xff\xe1\x00\x00\xff\xd9", b"GIF89a"] {
                assert!(media_type(wrong, allow_png).is_err(), "{wrong:?}");
            }
        }
    }

    #[test]
    fn a_png_is_refused_if_it_is_incomplete_or_not_allowed() {
        assert_eq!(media_type(PNG_IMAGE, true).unwrap(), "image/png");
        assert!(media_type(PNG_IMAGE, false).unwrap_err().contains("allow_png"));
        for end in 0..PNG_IMAGE.len() {
            assert!(media_type(&PNG_IMAGE[..end], true).is_err(), "{end}");
        }
        let endless = [PNG_SIGNATURE, b"\xff\xff\xff\xffIHDR"].concat();
        assert!(media_type(&endless, true).unwrap_err().contains("cut off"));
        let without_data = [&PNG_IMAGE[..33], b"\x00\x00\x00\x00IEND\xae\x42\x60\x82"].concat();
        assert!(media_type(&without_data, true).unwrap_err().contains("no image data"));
        let without_header = [PNG_SIGNATURE, b"\x00\x00\x00\x00IEND\xae\x42\x60\x82"].concat();
        assert!(media_type(&without_header, true).unwrap_err().contains("header"));
    }
}
