//! `--https`: the certificates of a sandbox as files, for its clients and for the server of the app.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use open_platform_sandbox::{Builder, Certificates, Https, Sandbox};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::output::Failure;

/// The certificate for the server of the app, and its key.
const APP_FILE: &str = "app.pem";
const APP_KEY_FILE: &str = "app-key.pem";
/// The key of a kept CA, which the sandbox writes.
const CA_KEY_FILE: &str = "ca-key.pem";

/// How the sandbox serves HTTPS.
#[derive(Args, Debug)]
pub struct HttpsArguments {
    /// Serve HTTPS instead of HTTP, with a certificate for localhost, 127.0.0.1, ::1 and the address to listen on. A CA signs it that is
    /// made anew at each start, unless --https-dir is given. The path of its certificate is the setting
    /// OPEN_PLATFORM_ROOT_CERTIFICATES_PEM of the app; beside it are `app.pem` and `app-key.pem`, a certificate for the app's own server.
    #[arg(long)]
    https: bool,
    /// A further host name or IP address of this machine for the certificates, such as 10.0.2.2 for the emulator of Android. Can be given
    /// several times.
    #[arg(long, value_name = "NAME", requires = "https")]
    https_name: Vec<String>,
    /// Directory for the files of the certificates. The CA is kept in it, so that a device needs to trust it only once: `ca.pem`, and its
    /// key `ca-key.pem`, which only its owner may be able to read. The CA is for the names that were given when it was made. A new CA is
    /// not made in a directory with an `app.pem` or `app-key.pem`.
    #[arg(long, value_name = "DIRECTORY", requires = "https")]
    https_dir: Option<PathBuf>,
}

impl HttpsArguments {
    /// Sets up HTTPS, if it is asked for.
    pub fn set(&self, builder: Builder) -> Builder {
        if !self.https {
            return builder;
        }
        let https = self.https_name.iter().fold(Https::new(), Https::name);
        builder.https(match &self.https_dir {
            Some(directory) => https.keep_ca(directory),
            None => https,
        })
    }

    /// Refuses a directory for a new CA if the files of the app in it are not of a sandbox: they would be replaced.
    pub fn check(&self) -> Result<(), Failure> {
        let Some(directory) = self.https_dir.as_ref().filter(|directory| !directory.join(CA_KEY_FILE).exists()) else {
            return Ok(());
        };
        let files = [APP_FILE, APP_KEY_FILE].map(|name| directory.join(name));
        files.iter().find(|file| file.symlink_metadata().is_ok()).map_or(Ok(()), |file| {
            let next = "name an empty directory with --https-dir; if an earlier sandbox has made the file, delete it";
            Err(Failure::environment(
                format!("{} would be replaced", file.display()),
                "its directory has no CA of a sandbox",
                next,
            ))
        })
    }

    /// Writes the certificates of a sandbox, if it has some.
    pub fn write(&self, sandbox: &Sandbox) -> Result<Option<CertificateFiles>, Failure> {
        let Some(certificates) = sandbox.certificates() else { return Ok(None) };
        CertificateFiles::write(self.https_dir.as_deref(), certificates).map(Some).map_err(|e| {
            let next = "name another directory with --https-dir, or another one for temporary files with TMPDIR";
            Failure::environment("the certificates of the sandbox cannot be written", e, next)
        })
    }
}

/// The files of the certificates. Those in a temporary directory are removed in the end.
#[derive(Debug)]
pub struct CertificateFiles {
    directory: PathBuf,
    /// Files that stay behind do no harm: nobody trusts this CA any more.
    _temporary: Option<TempDir>,
}

impl CertificateFiles {
    fn write(kept: Option<&Path>, certificates: &Certificates) -> io::Result<Self> {
        let temporary = match kept {
            Some(_) => None,
            None => Some(tempfile::Builder::new().prefix("open-platform-sandbox-").tempdir()?),
        };
        let directory = kept.or(temporary.as_ref().map(TempDir::path)).unwrap_or(Path::new("."));
        // A relative path would be another one for a program that changes its directory.
        let directory = fs::canonicalize(directory)?;
        certificates.write(&directory)?;
        Ok(Self { directory, _temporary: temporary })
    }

    /// The certificate of the CA.
    pub fn ca(&self) -> PathBuf {
        self.directory.join("ca.pem")
    }

    /// The paths, for programs.
    pub fn description(&self) -> Value {
        let [app, app_key] = [APP_FILE, APP_KEY_FILE].map(|name| self.directory.join(name));
        json!({ "ca": self.ca(), "app": app, "app_key": app_key })
    }
}
