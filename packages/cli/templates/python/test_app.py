"""Tests the app on the sandbox, which the fixture starts: as the seller's browser, and as a buyer."""

import threading
from http.client import HTTPConnection

import pytest


@pytest.fixture
def port(sandbox, monkeypatch):
    for name, value in sandbox.environment.items():
        monkeypatch.setenv(name, value)
    import app

    with app.serve(0) as server:
        threading.Thread(target=server.serve_forever).start()
        sandbox.configure(events_url=f"http://127.0.0.1:{server.server_port}/hooks/events")
        yield server.server_port
        server.shutdown()


def get(port, path, cookie=""):
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("GET", path, headers={"Cookie": cookie})
    response = connection.getresponse()
    return response, response.read().decode()


def test_addon_and_answer(sandbox, port):
    post = sandbox.posts("seller")[0]["token"]
    assert "Show the report" in get(port, f"/?post_token={post}")[1]

    begun, _ = get(port, f"/oauth/login?post={post}&return_to=/posts/{post}")
    back = sandbox.consent(begun.headers["Location"], "seller")
    landed, _ = get(port, back[back.index("/oauth/") :], begun.headers["Set-Cookie"].split(";")[0])
    assert landed.headers["Location"] == f"/posts/{post}"
    assert sandbox.addons(post)[0]["widgets"][0]["title_row"]["text"] == "Inspected"

    conversation = sandbox.conversations()[0]["id"]
    sandbox.say(conversation, "buyer", "Is it still available?")
    sandbox.run_until_idle()
    assert sandbox.messages(conversation)[-1]["message"]["text"] == "Thank you! The seller will write to you soon."

    sandbox.revoke_access("seller")
    sandbox.run_until_idle()
    home, page = get(port, "/")
    assert home.status == 200 and "Buyers of 0 sellers" in page
