/** `system` follows `prefers-color-scheme`; the choice is this window's and survives it. Without React: it is applied before any of it is read. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const STORAGE_KEY = 'tandem.theme';

export function keptTheme(): Theme {
  const kept = localStorage.getItem(STORAGE_KEY);
  return themes.find((theme) => theme === kept) ?? 'system';
}

/** Applies now and at the next load of the window. */
export function keepTheme(theme: Theme): void {
  localStorage.setItem(STORAGE_KEY, theme);
  applyTheme(theme);
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
