// What belongs to the reader and not to the game: language, theme, engine. Kept between visits.

import { Server } from '../engine/client';
import { en, prose, type Texts } from '../texts/en';
import { games, type Games } from '../texts/games';

export const LANGUAGES = { en: 'English', vi: 'Tiếng Việt', zh: '中文', fa: 'فارسی' } as const;
export type Language = keyof typeof LANGUAGES;
export type Theme = 'auto' | 'light' | 'dark';

const load: Record<Language, () => Promise<Texts>> = {
  en: async () => en,
  vi: async () => (await import('../texts/vi')).vi,
  zh: async () => (await import('../texts/zh')).zh,
  fa: async () => {
    const [{ fa }, { persianTexts }] = await Promise.all([import('../texts/fa'), import('../texts/digits')]);
    return persianTexts(fa);
  },
};

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(`grundy.${key}`);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`grundy.${key}`, value);
  } catch {
    // A browser that keeps nothing still shows the page.
  }
}

function firstLanguage(): Language {
  const asked = [kept('language') ?? '', ...navigator.languages.map((l) => l.slice(0, 2).toLowerCase())];
  return (asked.find((l) => l in LANGUAGES) as Language | undefined) ?? 'en';
}

const DARK = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined;

class Settings {
  language = $state<Language>('en');
  t = $state.raw<Texts>(en);
  /** Titles and descriptions of games in the reader's language; the catalogue itself is English. */
  games = $state.raw<Games>(new Map());
  theme = $state<Theme>((kept('theme') as Theme | null) ?? 'auto');
  /** Whether the system is dark; what is painted rather than styled has to know. */
  dark = $state(DARK?.matches ?? false);
  readonly served = Server.present();
  native = $state(false);
  /** Whether single letters are shortcuts; who dictates or leans on keys may not want that. */
  shortcuts = $state(kept('shortcuts') !== 'off');
  /** Whether the server was gone when it was last asked. */
  gone = $state(false);

  async speak(language: Language = firstLanguage()): Promise<void> {
    const texts = await load[language]();
    prose.digits = language === 'fa' ? (await import('../texts/digits')).persian : (number) => number;
    this.t = texts;
    this.language = language;
    document.documentElement.lang = language;
    document.documentElement.dir = language === 'fa' ? 'rtl' : 'ltr';
    const told = await games(language).catch(() => new Map());
    if (this.language === language) this.games = told;
  }

  prefer(engine: 'browser' | 'native', gone = false): void {
    this.native = engine === 'native';
    this.gone = gone;
  }

  choose(language: Language): void {
    keep('language', language);
    void this.speak(language);
  }

  shorten(on: boolean): void {
    this.shortcuts = on;
    keep('shortcuts', on ? 'on' : 'off');
  }

  dress(theme: Theme = this.theme): void {
    this.theme = theme;
    keep('theme', theme);
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }
}

export const settings = new Settings();
DARK?.addEventListener('change', (event) => (settings.dark = event.matches));

/** Whether the reader asked for less motion. */
export const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
