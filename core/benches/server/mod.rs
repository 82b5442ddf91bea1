//! A server that responds to every request with the same post, and to every POST as if a message had been sent, on persistent
//! connections.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

const POST: &str = include_str!("../post.json");
const SENT: &str = r#"{"status":200,"message":"message sent"}"#;

/// Serves in separate threads. Every response is sent after `delay`. Returns the origin.
pub fn start(delay: Duration) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let origin = format!("http://{}", listener.local_addr().expect("bound"));
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            stream.set_nodelay(true).expect("TCP");
            std::thread::spawn(move || serve(stream, delay));
        }
    });
    origin
}

fn serve(stream: TcpStream, delay: Duration) -> std::io::Result<()> {
    let mut answer = stream.try_clone()?;
    let reply = |body: &str| {
        let length = body.len();
        format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}")
    };
    let (post, sent) = (reply(POST), reply(SENT));
    let mut lines = BufReader::new(stream).lines();
    let mut is_sending = false;
    while let Some(line) = lines.next().transpose()? {
        // The body of a message is one line with the beginning of the next request.
        is_sending |= line.contains("POST /");
        if line.is_empty() {
            if !delay.is_zero() {
                std::thread::sleep(delay);
            }
            answer.write_all(if is_sending { sent.as_bytes() } else { post.as_bytes() })?;
            is_sending = false;
        }
    }
    Ok(())
}
