import { applyTheme, keptTheme } from './state/preferences/kept-theme.ts';

/**
 * Run before the page is drawn for the first time, while everything else is still being read: the colours are the right ones from the
 * beginning, and the frame that stands in `index.html` is shown where the window will draw the same.
 */
applyTheme(keptTheme());
// These fill the window alone; an address of another form is Home's.
if (/^#\/(tray|welcome)\b/.test(window.location.hash)) document.documentElement.dataset['frame'] = 'none';
