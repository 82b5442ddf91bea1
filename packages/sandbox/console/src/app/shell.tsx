// The frame of every screen: navigation, world, clock, live state, theme, language, shortcuts.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Dialog } from "../ui/dialog";
import { Notices } from "../ui/parts";
import { needsToken } from "./admin";
import { ClockStrip } from "./clock";
import { connectAgain, follow, liveState } from "./live";
import { addressOf, go, route } from "./router";
import { SCREENS, type Screen } from "./screens";
import { language, t, theme } from "./settings";
import { TokenDialog } from "./token";
import { WorldSwitcher } from "./worlds";

const menuOpen = signal(false);
const helpOpen = signal(false);
const GROUPS = ["app", "data", "traffic", "tools"] as const;

export function Shell() {
  const { world, screen: name, rest, query } = route.value;
  const screen = SCREENS.find((known) => known.name === name) ?? (SCREENS[0] as Screen);
  useEffect(() => follow(world), [world]);
  useEffect(() => {
    document.title = `${t(screen.title)} · ${world} · ${t("console")}`;
    menuOpen.value = false;
  }, [screen, world, language.value]);
  useShortcuts(world);
  const Content = screen.component;
  return (
    <div class="shell">
      <a class="skip" href="#main" onClick={skip}>
        {t("skip")}
      </a>
      <header class="top">
        <button
          type="button"
          class="plain burger"
          aria-label={t("menu")}
          aria-expanded={menuOpen.value}
          onClick={() => (menuOpen.value = !menuOpen.value)}
        >
          ☰
        </button>
        <a class="brand" href={addressOf(world, "overview")}>
          {t("console")}
        </a>
        <WorldSwitcher world={world} screen={screen.name} />
        <span class={`live is-${liveState.value}`} role="status" title={t(liveState.value)}>
          <i aria-hidden="true" />
          <span>{t(liveState.value)}</span>
        </span>
        <ClockStrip world={world} key={world} />
        <div class="choices">
          <button type="button" class="plain" onClick={nextTheme} aria-label={`${t("theme")}: ${t(theme.value)}`}>
            {{ system: "◐", light: "☀", dark: "☾" }[theme.value]}
          </button>
          <button type="button" class="plain" lang={language.value === "fa" ? "en" : "fa"} onClick={otherLanguage}>
            {language.value === "fa" ? "English" : "فارسی"}
          </button>
          <button type="button" class="plain" aria-label={t("shortcuts")} onClick={() => (helpOpen.value = true)}>
            ?
          </button>
        </div>
      </header>
      <nav aria-label={t("screens")} class={menuOpen.value ? "side open" : "side"}>
        {GROUPS.map((group) => (
          <ul key={group} aria-label={t(`group.${group}`)}>
            <li class="group" aria-hidden="true">
              {t(`group.${group}`)}
            </li>
            {SCREENS.filter((entry) => entry.group === group).map((entry) => (
              <li key={entry.name}>
                <a href={addressOf(world, entry.name)} aria-current={entry === screen ? "page" : undefined}>
                  {t(entry.title)}
                </a>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <main id="main" tabIndex={-1} key={`${world}/${screen.name}`}>
        {liveState.value === "lost" && (
          <div class="callout bad cut" role="alert">
            <span>{t("cutOff")}</span>
            <button type="button" onClick={connectAgain}>
              {t("connectAgain")}
            </button>
          </div>
        )}
        <Content world={world} rest={rest} query={query} />
      </main>
      <Notices />
      {helpOpen.value && <Help />}
      {needsToken.value && <TokenDialog />}
    </div>
  );
}

function Help() {
  return (
    <Dialog title={t("shortcuts")} onClose={() => (helpOpen.value = false)}>
      <dl class="keys">
        {SCREENS.map((screen) => (
          <div key={screen.name}>
            <dt>
              <kbd>g</kbd> <kbd>{screen.key}</kbd>
            </dt>
            <dd>{t(screen.title)}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>/</kbd>
          </dt>
          <dd>{t("search")}</dd>
        </div>
        <div>
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>{t("shortcuts")}</dd>
        </div>
      </dl>
    </Dialog>
  );
}

/** `g` and a letter go to a screen, `/` to the search of the screen, `?` shows this. */
function useShortcuts(world: string): void {
  useEffect(() => {
    let goes = false;
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog")) return;
      const screen = goes ? SCREENS.find(({ key }) => key === event.key) : undefined;
      goes = event.key === "g" && !goes;
      if (screen) go(addressOf(world, screen.name));
      else if (event.key === "?") helpOpen.value = true;
      else if (event.key === "/") document.querySelector<HTMLElement>("main input[type=search]")?.focus();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [world]);
}

function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

function nextTheme(): void {
  theme.value = ({ system: "light", light: "dark", dark: "system" } as const)[theme.value];
}

function otherLanguage(): void {
  language.value = language.value === "fa" ? "en" : "fa";
}
