/**
 * Runs before the first paint, while everything else is still loading: shows the frame from `index.html` where the window will draw the same one.
 * These pages fill the window; any other URL starts with the usual frame.
 */
if (/^#\/(tray|welcome)\b/.test(window.location.hash)) document.documentElement.dataset['frame'] = 'none';
