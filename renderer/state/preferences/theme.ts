import { useState } from 'react';
import { keepTheme, keptTheme, type Theme } from './kept-theme.ts';

/** The current theme, and a setter. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(keptTheme);
  const choose = (chosen: Theme): void => {
    keepTheme(chosen);
    setTheme(chosen);
  };
  return [theme, choose];
}
