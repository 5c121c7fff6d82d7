import { useState } from 'react';

/** `system` follows `prefers-color-scheme`; the choice is this window's and survives it. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const STORAGE_KEY = 'tandem.theme';

/** Called once before the first drawing, so that the page never flashes in the wrong colours. */
export function applyStoredTheme(): void {
  applyTheme(storedTheme());
}

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(storedTheme);
  const choose = (chosen: Theme): void => {
    localStorage.setItem(STORAGE_KEY, chosen);
    applyTheme(chosen);
    setTheme(chosen);
  };
  return [theme, choose];
}

function storedTheme(): Theme {
  const stored = localStorage.getItem(STORAGE_KEY);
  return themes.find((theme) => theme === stored) ?? 'system';
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
