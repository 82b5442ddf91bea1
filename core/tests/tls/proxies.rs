//! Proxies of the environment.

use super::*;

/// Calls an address with the environment of its own process.
#[test]
#[ignore = "run by a_proxy_of_the_environment_is_used_only_if_enabled"]
fn call_by_environment() {
    let variable = |name| std::env::var(name).unwrap();
    let mut builder = Http::builder().environment_proxy(variable("OBEY") == "yes");
    if let Ok(pem) = std::env::var("PEM") {
        builder = builder.root_certificates_pem(pem);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let result = runtime.block_on(builder.build().unwrap().send(request(&variable("TARGET"))));
    println!("\nRESULT {:?}", result.map(|answer| String::from_utf8(answer.body.into()).unwrap()));
}

async fn called(target: &str, variables: &[(&str, &str)]) -> String {
    let mut command = tokio::process::Command::new(std::env::current_exe().unwrap());
    command
        .args(["proxies::call_by_environment", "--exact", "--ignored", "--nocapture"])
        .env("TARGET", target)
        .env("OBEY", "yes");
    let output = command.envs(variables.iter().copied()).stderr(Stdio::inherit()).output().await.unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    output.lines().find_map(|line| line.strip_prefix("RESULT ")).unwrap_or_else(|| panic!("{output}")).to_owned()
}

/// A proxy that forwards nothing, leads every tunnel to one server, and responds to all other requests itself.
async fn proxy(leads_to: u16) -> (String, Arc<Mutex<Vec<String>>>) {
    let (listener, port) = listen().await;
    let seen = Arc::new(Mutex::new(Vec::new()));
    let heads = Arc::clone(&seen);
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let head = read_head(&mut stream).await;
            heads.lock().unwrap().push(head.clone());
            if head.starts_with("CONNECT forbidden") {
                stream.write_all(b"HTTP/1.1 403 Forbidden\r\n\r\n").await.unwrap();
            } else if head.starts_with("CONNECT") {
                stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await.unwrap();
                let mut server = TcpStream::connect(("127.0.0.1", leads_to)).await.unwrap();
                tokio::spawn(async move { tokio::io::copy_bidirectional(&mut stream, &mut server).await });
            } else {
                stream.write_all(HELLO.as_bytes()).await.unwrap();
            }
        }
    });
    (format!("http://user:pass%40word@127.0.0.1:{port}"), seen)
}

#[tokio::test]
async fn a_proxy_of_the_environment_is_used_only_if_enabled() {
    let authority = Authority::new();
    let (server, at_server) = serve(authority.server("shop.invalid", "http/1.1")).await;
    let (proxy, at_proxy) = proxy(server).await;
    let basic = "proxy-authorization: basic dxnlcjpwyxnzqhdvcmq=\r\n";
    let taken = || at_proxy.lock().unwrap().drain(..).map(|head| head.to_ascii_lowercase()).collect::<Vec<_>>();

    for variable in ["HTTP_PROXY", "ALL_PROXY"] {
        assert_eq!(called("http://shop.invalid/x?y=1", &[(variable, &proxy)]).await, "Ok(\"hello\")");
        let [head] = &taken()[..] else { panic!("one request") };
        assert!(head.starts_with("get http://shop.invalid/x?y=1 http/1.1\r\n") && head.contains(basic), "{head}");
        assert!(head.contains("host: shop.invalid\r\n"), "{head}");
    }

    let pem = authority.0.pem();
    assert_eq!(called("https://shop.invalid/x", &[("HTTPS_PROXY", &proxy), ("PEM", &pem)]).await, "Ok(\"hello\")");
    let [head] = &taken()[..] else { panic!("one tunnel") };
    assert!(head.starts_with("connect shop.invalid:443 http/1.1\r\n") && head.contains(basic), "{head}");
    let [head] = &at_server.lock().unwrap().drain(..).collect::<Vec<_>>()[..] else { panic!("one request") };
    assert!(head.starts_with("GET /x HTTP/1.1\r\n") && !head.to_ascii_lowercase().contains("proxy"), "{head}");

    // A certificate that is not trusted, and a proxy that refuses.
    let untrusted = called("https://shop.invalid/x", &[("HTTPS_PROXY", &proxy)]).await;
    assert!(untrusted.contains("kind: Tls, may_have_arrived: false"), "{untrusted}");
    let forbidden = called("https://forbidden.invalid/", &[("HTTPS_PROXY", &proxy)]).await;
    assert!(forbidden.contains("kind: Connect, may_have_arrived: false"), "{forbidden}");
    assert_eq!((taken().len(), at_server.lock().unwrap().len()), (2, 0));

    // An unreachable proxy, and an invalid address: credentials in the address appear nowhere.
    for broken in ["http://user:pass%40word@127.0.0.1:9", "http://user:pass%40word@", "user:pass%40word@[::"] {
        for target in ["http://shop.invalid/", "https://shop.invalid/"] {
            let result = called(target, &[("ALL_PROXY", broken)]).await;
            assert!(result.contains("kind: Connect, may_have_arrived: false"), "{broken}: {result}");
            assert!(!result.contains("pass") && !result.contains("user"), "{broken}: {result}");
        }
    }

    // Not enabled, excepted, for other addresses, or of an unsupported scheme.
    let direct: [&[(&str, &str)]; 4] = [
        &[("HTTP_PROXY", &proxy), ("OBEY", "no")],
        &[("ALL_PROXY", &proxy), ("NO_PROXY", "other.example, shop.invalid")],
        &[("HTTPS_PROXY", &proxy)],
        &[("HTTP_PROXY", &proxy.replace("http:", "socks5:"))],
    ];
    for variables in direct {
        let result = called("http://shop.invalid/x", variables).await;
        assert!(result.contains("kind: Connect, may_have_arrived: false"), "{result}");
        assert!(!result.contains("pass"), "{result}");
    }
    assert!(taken().is_empty());
}
