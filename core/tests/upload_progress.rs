//! Uploads that report their progress, and uploads from streams: over HTTP to the sandbox, and to a server that the test drives.

mod support;

use std::io::ErrorKind;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use open_platform::api::{Upload, UploadProgress};
use open_platform::client::Hosts;
use open_platform::{Error, OpenPlatform};
use support::Fixture;
use support::endpoint_caller::JPEG;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// More than the socket buffers of a connection hold.
const LARGE: usize = 24 << 20;

/// A JPEG image of this size.
fn image(size: usize) -> Vec<u8> {
    let (start, end) = JPEG.split_at(JPEG.len() - 2);
    [start, &vec![0; size - JPEG.len()], end].concat()
}

/// An MP4 video of this size.
fn video(size: usize) -> Vec<u8> {
    let mut video = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom".to_vec();
    video.resize(size, 0);
    video
}

/// The reports of an upload.
#[derive(Clone, Default)]
struct Reports(Arc<Mutex<Vec<UploadProgress>>>);

impl Reports {
    fn of(&self, upload: Upload) -> Upload {
        let reports = Arc::clone(&self.0);
        upload.on_progress(move |progress| reports.lock().unwrap().push(progress))
    }

    fn sent(&self) -> Vec<u64> {
        self.0.lock().unwrap().iter().map(|report| report.sent).collect()
    }

    /// Checks that they grow from 0 to the whole file.
    fn check(&self, size: usize) {
        let sent = self.sent();
        assert!(sent.is_sorted_by(|before, after| before < after), "{sent:?}");
        assert_eq!((sent.first(), sent.last()), (Some(&0), Some(&(size as u64))));
        assert!(self.0.lock().unwrap().iter().all(|report| report.total == size as u64));
    }
}

struct Server(TcpListener);

impl Server {
    async fn start() -> (Self, OpenPlatform) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let hosts = Hosts::sandbox(format!("http://{}", listener.local_addr().unwrap()));
        let platform = OpenPlatform::builder().api_key("key").hosts(hosts).max_image_bytes(64 << 20).build().unwrap();
        (Self(listener), platform)
    }

    /// The connection of the next request, with its head, whose body is not read.
    async fn request(&self) -> (TcpStream, String) {
        let (mut stream, _) = self.0.accept().await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        (stream, String::from_utf8(head).unwrap().to_ascii_lowercase())
    }
}

/// Reads a body of this size, and answers that the image was stored.
async fn accept(mut stream: TcpStream, size: usize) {
    let mut body = (&mut stream).take(size as u64);
    assert_eq!(tokio::io::copy(&mut body, &mut tokio::io::sink()).await.unwrap(), size as u64);
    let answer = r#"{"image_name":"a.jpg"}"#;
    let head = format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n", answer.len());
    stream.write_all(format!("{head}{answer}").as_bytes()).await.unwrap();
}

#[tokio::test]
async fn progress_is_reported_while_the_server_reads() {
    let (server, platform) = Server::start().await;
    let reports = Reports::default();
    let upload = reports.of(Upload::bytes(image(LARGE)));
    let uploading = tokio::spawn(async move { platform.images().upload(upload).await });
    let (stream, head) = server.request().await;
    assert!(head.contains(&format!("content-length: {LARGE}\r\n")) && !head.contains("chunked"), "{head}");
    support::until(async || reports.sent().len() > 3).await;
    let sent = *reports.sent().last().unwrap();
    assert!(sent < LARGE as u64 && !uploading.is_finished(), "{sent} bytes before the server has read any");
    accept(stream, LARGE).await;
    assert_eq!(uploading.await.unwrap().unwrap().image_name.as_str(), "a.jpg");
    reports.check(LARGE);
}

#[tokio::test]
async fn nothing_is_reported_after_an_upload_was_cancelled() {
    let (server, platform) = Server::start().await;
    let reports = Reports::default();
    let upload = reports.of(Upload::bytes(image(LARGE)));
    let images = platform.images();
    let (mut stream, _) = {
        let uploading = images.upload(upload);
        tokio::select! {
            result = uploading => panic!("{result:?}"),
            request = server.request() => request,
        }
    };
    let sent = reports.sent();
    // The connection is closed, so the server reads to an end.
    let _ = tokio::io::copy(&mut stream, &mut tokio::io::sink()).await;
    assert_eq!(reports.sent(), sent);
    // The client works afterwards.
    let (uploaded, ()) = tokio::join!(images.upload(Upload::bytes(JPEG)), async {
        let (stream, _) = server.request().await;
        accept(stream, JPEG.len()).await;
    });
    uploaded.unwrap();
}

#[tokio::test]
async fn a_panic_of_the_observer_does_not_harm_the_upload() {
    let fixture = Fixture::start().await;
    let upload = Upload::bytes(image(100_000)).on_progress(|progress| panic!("{progress:?}"));
    fixture.client().images().upload(upload).await.unwrap();
}

#[tokio::test]
async fn each_upload_reports_the_bytes_of_its_file() {
    const SIZE: usize = 300_000;
    let fixture = Fixture::start().await;
    let platform = fixture.client();
    let (posts, chatbot) = (platform.own_posts(), platform.chatbot());
    let pdf = [b"%PDF-1.4", &[0; SIZE - 8][..]].concat();
    let reports: [Reports; 7] = Default::default();
    let [addon, photo, film, picture, clip, voice, document] = &reports;
    platform.images().upload(addon.of(Upload::bytes(image(SIZE)))).await.unwrap();
    posts.upload_image(photo.of(Upload::bytes(image(SIZE)))).await.unwrap();
    posts.upload_video(film.of(Upload::bytes(video(SIZE)))).await.unwrap();
    chatbot.upload_image(picture.of(Upload::bytes(image(SIZE)))).await.unwrap();
    chatbot.upload_video(clip.of(Upload::bytes(video(SIZE)))).await.unwrap();
    chatbot.upload_voice(voice.of(Upload::bytes(video(SIZE)))).await.unwrap();
    chatbot.upload_file(document.of(Upload::bytes(pdf)), "a.pdf").await.unwrap();
    for reports in reports {
        reports.check(SIZE);
    }
}

#[tokio::test]
async fn an_upload_that_is_repeated_reports_from_0_again() {
    let fixture = Fixture::start().await.repeats_writes();
    let reports = Reports::default();
    fixture.world.faults().once("images.upload", support::status(503));
    fixture.client().images().upload(reports.of(Upload::bytes(JPEG))).await.unwrap();
    let sent = reports.sent();
    assert_eq!(sent.iter().filter(|sent| **sent == 0).count(), 2, "{sent:?}");
    assert_eq!(sent.last(), Some(&(JPEG.len() as u64)));
}

/// A stream of chunks.
struct Chunks<I>(I);

impl<I: Iterator<Item = std::io::Result<Bytes>> + Unpin> futures_core::Stream for Chunks<I> {
    type Item = std::io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.0.next())
    }
}

fn stream(chunks: Vec<std::io::Result<Bytes>>) -> Upload {
    Upload::stream(Chunks(chunks.into_iter()))
}

#[tokio::test]
async fn a_stream_is_uploaded() {
    let fixture = Fixture::start().await;
    let whole = image(100_000);
    let chunks = whole.chunks(7_001).map(|chunk| Ok(Bytes::copy_from_slice(chunk))).collect();
    let reports = Reports::default();
    let uploaded = fixture.client().images().upload(reports.of(stream(chunks))).await.unwrap();
    reports.check(whole.len());
    assert_eq!(fixture.world.images()[0].bytes, whole.len());
    assert_eq!(fixture.world.images()[0].name, uploaded.image_name.as_str());
}

#[tokio::test]
async fn a_stream_that_fails_or_is_too_long_is_not_sent() {
    let fixture = Fixture::start().await;
    let platform = fixture.world.client().max_image_bytes(1_000).timeout(Duration::from_secs(5)).build().unwrap();
    let read = Arc::new(Mutex::new(0));
    let endless = {
        let read = Arc::clone(&read);
        std::iter::repeat_with(move || {
            *read.lock().unwrap() += 1;
            Ok(Bytes::from_static(&[0; 300]))
        })
    };
    let failure = |kind| Err(std::io::Error::new(kind, "canary"));
    let jpeg = || Ok(Bytes::from_static(JPEG));
    for (upload, reason) in [
        (stream(vec![jpeg(), failure(ErrorKind::UnexpectedEof)]), "cannot be read"),
        // A stream is no file that could be absent.
        (stream(vec![jpeg(), failure(ErrorKind::NotFound)]), "cannot be read"),
        (Upload::stream(Chunks(endless)), "at most 1000 bytes"),
        (stream(Vec::new()), "empty"),
    ] {
        let error = platform.images().upload(upload).await.unwrap_err();
        assert!(matches!(&error, Error::InvalidInput { field, .. } if field == "image"), "{error:?}");
        assert!(error.to_string().contains(reason) && !error.to_string().contains("canary"), "{error}");
    }
    assert_eq!(*read.lock().unwrap(), 4, "chunks are read until the limit");
    assert_eq!(fixture.count("images.upload"), 0);
    platform.images().upload(stream(vec![Ok(Bytes::from_static(JPEG))])).await.unwrap();
}
