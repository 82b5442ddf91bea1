//! PostgreSQL and Redis servers for one test, on a socket in a separate directory or on a loopback address, with or without
//! TLS. They end with the test, even if it fails.

use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A server that can be stopped, started again and frozen.
pub struct Server {
    directory: TempDir,
    command: fn(&Path) -> Command,
    /// Whether it responds.
    ready: fn(&Path) -> bool,
    process: Mutex<Option<Child>>,
    address: String,
}

/// The TLS certificates of a server and of its clients, in PEM.
pub struct Tls {
    pub certificate: String,
    pub key: String,
    /// The certificate authority for client certificates, if they are required.
    pub clients: Option<String>,
}

impl Server {
    /// A Redis at a separate loopback address, with TLS if `tls` is given. Its [`address`](Self::address) is that address with
    /// the port.
    pub fn redis_over_tcp(tls: Option<&Tls>) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path();
        let (host, port) = free();
        let ports = if tls.is_some() { format!("port 0\ntls-port {port}") } else { format!("port {port}") };
        let mut settings = format!("bind {host}\n{ports}\nunixsocket {}\n", path.join("redis.sock").display());
        settings += &format!("save \"\"\nappendonly yes\nappendfsync always\ndir {}\n", path.display());
        if let Some(tls) = tls {
            std::fs::write(path.join("server.pem"), &tls.certificate).unwrap();
            std::fs::write(path.join("server.key"), &tls.key).unwrap();
            let [certificate, key] = ["server.pem", "server.key"].map(|file| path.join(file).display().to_string());
            settings += &format!("tls-cert-file {certificate}\ntls-key-file {key}\n");
            match &tls.clients {
                Some(authority) => {
                    std::fs::write(path.join("clients.pem"), authority).unwrap();
                    let authority = path.join("clients.pem");
                    settings += &format!("tls-ca-cert-file {}\ntls-auth-clients yes\n", authority.display());
                }
                // Redis needs an authority even if it does not require client certificates.
                None => settings += &format!("tls-ca-cert-file {certificate}\ntls-auth-clients no\n"),
            }
        }
        std::fs::write(path.join("redis.conf"), settings).unwrap();
        Self::start(directory, configured_redis, answers, format!("{host}:{port}"))
    }

    /// Like [`redis_over_tcp`](Self::redis_over_tcp): a PostgreSQL with the user `app`.
    pub fn postgres_over_tcp(tls: Option<&Tls>) -> Self {
        let directory = cluster();
        let path = directory.path();
        let (host, port) = free();
        let data = path.join("data");
        let owner = std::fs::metadata(&data).unwrap();
        let write = |name: &str, text: &str| {
            use std::os::unix::fs::{MetadataExt, chown};
            let file = data.join(name);
            std::fs::write(&file, text).unwrap();
            // PostgreSQL refuses a key file that other users can read.
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
            chown(&file, Some(owner.uid()), Some(owner.gid())).unwrap();
        };
        let mut settings = format!("listen_addresses = '{host}'\nport = {port}\nfsync = off\n");
        let mut rule = "host all all all trust";
        if let Some(tls) = tls {
            write("server.pem", &tls.certificate);
            write("server.key", &tls.key);
            settings += "ssl = on\nssl_cert_file = 'server.pem'\nssl_key_file = 'server.key'\n";
            rule = "hostssl all all all trust";
            if let Some(authority) = &tls.clients {
                write("clients.pem", authority);
                settings += "ssl_ca_file = 'clients.pem'\n";
                // The certificate must contain the name of the user.
                rule = "hostssl all all all cert";
            }
        }
        write("postgresql.auto.conf", &settings);
        write("pg_hba.conf", &format!("{rule}\n"));
        Self::start(directory, configured_postgres, says_ready, format!("{host}:{port}"))
    }

    pub fn redis() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let address = format!("redis+unix://{}/redis.sock", directory.path().display());
        Self::start(directory, redis, answers, address)
    }

    pub fn postgres() -> Self {
        let directory = cluster();
        let address = format!("postgres://app@/postgres?host={}", directory.path().display());
        Self::start(directory, postgres, says_ready, address)
    }

    fn start(directory: TempDir, command: fn(&Path) -> Command, ready: fn(&Path) -> bool, address: String) -> Self {
        let server = Self { directory, command, ready, process: Mutex::default(), address };
        server.up();
        server
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// The folder of its files and its socket.
    pub fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// Makes a copy of the current data: for PostgreSQL a replica that has streamed all of it and is then cut off, for Redis
    /// its files.
    pub fn fall_behind(&self) {
        let path = self.directory.path();
        if self.address.starts_with("redis") {
            return copy(&path.join(APPEND_ONLY), &path.join("copy"));
        }
        let (copy, socket) = (path.join("copy"), path.join("copy-socket"));
        std::fs::create_dir(&socket).unwrap();
        std::fs::set_permissions(&socket, std::fs::Permissions::from_mode(0o777)).unwrap();
        let mut backup = unprivileged("pg_basebackup");
        backup.args(["-U", "app", "-R", "-c", "fast", "-h"]).arg(path).arg("-D").arg(&copy);
        assert!(backup.status().unwrap().success());
        let mut replica = unprivileged("postgres");
        replica.args(["-c", "listen_addresses=", "-k"]).arg(&socket).arg("-D").arg(&copy);
        let mut replica = replica.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let written = ask(path, "select pg_current_wal_lsn()");
        let streamed =
            format!("select pg_last_wal_receive_lsn() >= '{written}' and exists(select from pg_stat_wal_receiver)");
        let started = Instant::now();
        while ask(&socket, &streamed) != "t" {
            assert!(started.elapsed() < Duration::from_secs(120), "the replica does not stream");
        }
        assert!(unprivileged("pg_ctl").args(["stop", "-m", "fast", "-D"]).arg(&copy).status().unwrap().success());
        replica.wait().unwrap();
    }

    /// Kills the server and replaces it by the copy: the replica is promoted, or Redis starts from the copied files.
    pub fn fail_over(&self) {
        let path = self.directory.path();
        self.down();
        if self.address.starts_with("redis") {
            std::fs::remove_dir_all(path.join(APPEND_ONLY)).unwrap();
            std::fs::rename(path.join("copy"), path.join(APPEND_ONLY)).unwrap();
            return self.up();
        }
        std::fs::rename(path.join("data"), path.join("old")).unwrap();
        std::fs::rename(path.join("copy"), path.join("data")).unwrap();
        self.up_until(|path| {
            // Connections are refused while it starts.
            let _ = unprivileged("pg_ctl").args(["promote", "-D"]).arg(path.join("data")).output().unwrap();
            says_ready(path) && ask(path, "select pg_is_in_recovery()") == "f"
        });
    }

    /// Starts it with its existing data.
    pub fn up(&self) {
        self.up_until(self.ready);
    }

    fn up_until(&self, ready: impl Fn(&Path) -> bool) {
        let path = self.directory.path();
        let log = std::fs::File::create(path.join("log")).unwrap();
        let mut command = (self.command)(path);
        command.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log);
        let process = command.spawn().expect("the server is needed: tests/run rust installs it");
        *self.process.lock().unwrap() = Some(process);
        let started = Instant::now();
        while !ready(path) {
            let log = || std::fs::read_to_string(path.join("log")).unwrap_or_default();
            let ended = self.process.lock().unwrap().as_mut().unwrap().try_wait().unwrap();
            assert_eq!(ended, None, "it has ended: {}", log());
            assert!(started.elapsed() < Duration::from_secs(120), "it does not start: {}", log());
            // Not without a pause: it would take a processor from the server.
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Kills it.
    pub fn down(&self) {
        let mut process = self.process.lock().unwrap().take().unwrap();
        // The child processes of PostgreSQL would continue to respond until they detect its end.
        let made = children(&process.id().to_string());
        process.kill().unwrap();
        process.wait().unwrap();
        let _ = Command::new("kill").arg("-KILL").args(&made).stderr(Stdio::null()).status();
        // PostgreSQL does not start while one of them still has the shared memory. A process that has ended has no command line.
        let runs = |id: &String| std::fs::read(format!("/proc/{id}/cmdline")).is_ok_and(|line| !line.is_empty());
        let killed = Instant::now();
        while made.iter().any(runs) {
            assert!(killed.elapsed() < Duration::from_secs(60), "its processes do not end");
            std::thread::yield_now();
        }
        // Files that PostgreSQL leaves behind and would take for those of a running server.
        for left in ["data/postmaster.pid", ".s.PGSQL.5432", ".s.PGSQL.5432.lock"] {
            let _ = std::fs::remove_file(self.directory.path().join(left));
        }
    }

    /// Freezes it: it exists, but does not respond.
    pub fn freeze(&self) {
        let process = self.process.lock().unwrap().as_ref().unwrap().id().to_string();
        stop(&process);
        // The child processes of PostgreSQL must be stopped too. It cannot create new ones now.
        children(&process).iter().for_each(|child| stop(child));
    }

    pub fn thaw(&self) {
        let process = self.process.lock().unwrap().as_ref().unwrap().id().to_string();
        let all = children(&process).into_iter().chain([process]);
        assert!(Command::new("kill").arg("-CONT").args(all).status().unwrap().success());
    }
}

/// A directory with a new database.
fn cluster() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o777)).unwrap();
    let made =
        unprivileged("initdb").args(["--no-sync", "-A", "trust", "-U", "app", "-D"]).arg(path.join("data")).output();
    let made = made.expect("initdb is needed: tests/run rust installs it");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    directory
}

/// A loopback address that only this process uses, so that no other server can take a port that was just free.
pub fn host() -> String {
    let [_, high, middle, low] = std::process::id().to_be_bytes();
    format!("127.{}.{middle}.{low}", high + 1)
}

/// That address with a port that was not used before.
fn free() -> (String, u16) {
    static NEXT: AtomicU16 = AtomicU16::new(5432);
    (host(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The directory in which Redis writes down each change.
const APPEND_ONLY: &str = "appendonlydir";

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir(to).unwrap();
    for file in std::fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), to.join(file.file_name())).unwrap();
    }
}

/// The result of a query on the PostgreSQL with this socket, or `None` if it does not respond.
fn ask(socket: &Path, query: &str) -> String {
    let answer = Command::new("psql").args(["-U", "app", "-d", "postgres", "-Atqc", query, "-h"]).arg(socket).output();
    String::from_utf8(answer.expect("psql is needed: tests/run rust installs it").stdout).unwrap().trim().to_owned()
}

fn children(process: &str) -> Vec<String> {
    let children = Command::new("pgrep").args(["-P", process]).output().unwrap().stdout;
    String::from_utf8(children).unwrap().lines().map(str::to_owned).collect()
}

/// Stops a process, and waits until it has stopped. It may have ended by itself.
fn stop(process: &str) {
    let _ = Command::new("kill").args(["-STOP", process]).status().unwrap();
    // The state is after the name, which may contain any characters.
    let runs = |stat: String| !stat.rsplit(") ").next().is_some_and(|rest| rest.starts_with(['T', 'Z']));
    while std::fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(runs) {
        std::thread::yield_now();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.process.lock().is_ok_and(|process| process.is_some()) {
            self.down();
        }
    }
}

/// A process that ends with the thread that started it, which is that of the test.
fn ending_with_the_test() -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL"]);
    command
}

/// PostgreSQL refuses to run as root.
fn unprivileged(program: &str) -> Command {
    let mut command = ending_with_the_test();
    if std::fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0) {
        command.args(["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]);
    }
    command.arg(program);
    command
}

fn redis(directory: &Path) -> Command {
    let mut command = ending_with_the_test();
    command.args(["redis-server", "--port", "0", "--save", "", "--appendonly", "yes", "--appendfsync", "always"]);
    command.arg("--dir").arg(directory).arg("--unixsocket").arg(directory.join("redis.sock"));
    command
}

fn postgres(directory: &Path) -> Command {
    let mut command = unprivileged("postgres");
    command.args(["-c", "listen_addresses=", "-k"]).arg(directory).arg("-D").arg(directory.join("data"));
    command
}

fn configured_redis(directory: &Path) -> Command {
    let mut command = ending_with_the_test();
    command.arg("redis-server").arg(directory.join("redis.conf"));
    command
}

fn configured_postgres(directory: &Path) -> Command {
    let mut command = unprivileged("postgres");
    command.arg("-k").arg(directory).arg("-D").arg(directory.join("data"));
    command
}

fn answers(directory: &Path) -> bool {
    let Ok(mut socket) = UnixStream::connect(directory.join("redis.sock")) else { return false };
    let mut answer = [0; 5];
    socket.write_all(b"PING\r\n").is_ok() && socket.read_exact(&mut answer).is_ok() && answer == *b"+PONG"
}

/// PostgreSQL writes its state into the eighth line of a file.
fn says_ready(directory: &Path) -> bool {
    let state = std::fs::read_to_string(directory.join("data/postmaster.pid")).unwrap_or_default();
    state.lines().nth(7).is_some_and(|line| line.trim() == "ready")
}
