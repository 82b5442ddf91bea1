//! Signals to stop: Ctrl-C, and on Unix SIGTERM and SIGHUP.

#[cfg(unix)]
pub use unix::{Signals, stop};

#[cfg(not(unix))]
pub use other::{Signals, stop};

#[cfg(unix)]
mod unix {
    use std::io::IsTerminal;

    use rustix::process::{Pid, kill_process};
    use tokio::process::Child;
    use tokio::signal::unix::{Signal, SignalKind, signal};

    use crate::output::Failure;

    fn listen(kind: SignalKind) -> Result<Signal, Failure> {
        signal(kind).map_err(|e| {
            let next = "check the limits of this machine: threads, file descriptors";
            Failure::environment("cannot listen for signals", e, next)
        })
    }

    /// Installs the signal handlers, and returns a future that waits for a signal. From this call on the signals do not end the
    /// process.
    pub fn stop() -> Result<impl Future<Output = ()>, Failure> {
        let (mut interrupt, mut terminate) = (listen(SignalKind::interrupt())?, listen(SignalKind::terminate())?);
        Ok(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        })
    }

    /// The signals that would end this process, which must outlive a program that it has started.
    #[derive(Debug)]
    pub struct Signals {
        interrupt: Signal,
        terminate: Signal,
        hangup: Signal,
    }

    impl Signals {
        /// Installs the signal handlers.
        pub fn listen() -> Result<Self, Failure> {
            Ok(Self {
                interrupt: listen(SignalKind::interrupt())?,
                terminate: listen(SignalKind::terminate())?,
                hangup: listen(SignalKind::hangup())?,
            })
        }

        /// The next signal to pass on. Ctrl-C on a terminal is not one, because the terminal sends it to the program, too.
        pub async fn next(&mut self) -> rustix::process::Signal {
            loop {
                tokio::select! {
                    _ = self.interrupt.recv() => {
                        if !std::io::stdin().is_terminal() {
                            return rustix::process::Signal::INT;
                        }
                    }
                    _ = self.terminate.recv() => return rustix::process::Signal::TERM,
                    _ = self.hangup.recv() => return rustix::process::Signal::HUP,
                }
            }
        }

        /// Sends the signal to the program.
        pub fn pass_on(signal: rustix::process::Signal, child: &Child) {
            let id = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
            if let Some(id) = id {
                // Fails only if the program has ended, which is noticed next.
                let _ = kill_process(id, signal);
            }
        }
    }
}

#[cfg(not(unix))]
mod other {
    use tokio::process::Child;

    use crate::output::Failure;

    /// Returns a future that waits for Ctrl-C.
    pub fn stop() -> Result<impl Future<Output = ()>, Failure> {
        Ok(async {
            // Where no handler can be installed, the process runs until it is killed.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        })
    }

    /// Ctrl-C reaches every process of the console, so nothing is passed on.
    #[derive(Debug)]
    pub struct Signals;

    impl Signals {
        /// Nothing is installed before the first wait.
        pub fn listen() -> Result<Self, Failure> {
            Ok(Self)
        }

        /// Never returns. Waiting for Ctrl-C keeps this process alive until the program has ended.
        pub async fn next(&mut self) {
            loop {
                if tokio::signal::ctrl_c().await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
        }

        /// Does nothing.
        pub fn pass_on((): (), _: &Child) {}
    }
}
