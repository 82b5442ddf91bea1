//! Signals to stop: Ctrl-C, on Unix SIGTERM, and on Linux SIGHUP.

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

    /// SIGHUP, which the end of a terminal sends; `None` if the process may have been started with `nohup`, to go on then.
    fn listen_to_hangup() -> Result<Option<Signal>, Failure> {
        if is_hangup_ignored() { Ok(None) } else { listen(SignalKind::hangup()).map(Some) }
    }

    /// A handler would take the place of the decision to ignore it. Linux says what is ignored; elsewhere the signal is left alone.
    fn is_hangup_ignored() -> bool {
        let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return true };
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        // The first bit is that of signal 1.
        ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).is_some_and(|bits| bits & 1 == 1)
    }

    /// Waits for the signal, for ever if it is ignored.
    async fn received(signal: &mut Option<Signal>) {
        match signal {
            Some(signal) => drop(signal.recv().await),
            None => std::future::pending().await,
        }
    }

    /// Installs the signal handlers, and returns a future that waits for a signal. From this call on the signals do not end the
    /// process.
    pub fn stop() -> Result<impl Future<Output = ()>, Failure> {
        let (mut interrupt, mut terminate) = (listen(SignalKind::interrupt())?, listen(SignalKind::terminate())?);
        let mut hangup = listen_to_hangup()?;
        Ok(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                () = received(&mut hangup) => {}
            }
        })
    }

    /// The signals that would end this process, which must outlive a program that it has started.
    #[derive(Debug)]
    pub struct Signals {
        interrupt: Signal,
        terminate: Signal,
        hangup: Option<Signal>,
    }

    impl Signals {
        /// Installs the signal handlers.
        pub fn listen() -> Result<Self, Failure> {
            Ok(Self {
                interrupt: listen(SignalKind::interrupt())?,
                terminate: listen(SignalKind::terminate())?,
                hangup: listen_to_hangup()?,
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
                    () = received(&mut self.hangup) => return rustix::process::Signal::HUP,
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
