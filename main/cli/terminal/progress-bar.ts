import { formatBytes, formatDuration } from '../words/format.ts';

export type Progress = {
  readonly label: string;
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly bytesPerSecond: number;
  /** Null: unknown. */
  readonly secondsLeft: number | null;
};

const LABEL_SHARE = 0.35;
const FIGURES_WIDTH = 34;

/** One line that fits `columns`: name, bar, share, bytes, rate and time left. Pure. */
export function progressBar(progress: Progress, columns: number): string {
  const share = progress.bytesTotal === 0 ? 1 : Math.min(1, progress.bytesDone / progress.bytesTotal);
  const labelWidth = Math.max(8, Math.floor(columns * LABEL_SHARE));
  const barWidth = Math.max(4, columns - labelWidth - FIGURES_WIDTH - 4);
  const filled = Math.round(barWidth * share);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
  const left = progress.secondsLeft === null ? '' : formatDuration(progress.secondsLeft);
  const figures = `${String(Math.floor(share * 100)).padStart(3)}% ${formatBytes(progress.bytesDone).padStart(8)} ${`${formatBytes(progress.bytesPerSecond)}/s`.padStart(10)} ${left}`;
  return `${fit(progress.label, labelWidth)} ${bar} ${figures}`.slice(0, columns);
}

/** Cuts long names in the middle: the extension is more useful. */
function fit(label: string, width: number): string {
  const glyphs = [...label];
  if (glyphs.length <= width) return label + ' '.repeat(width - glyphs.length);
  const head = Math.ceil((width - 1) / 2);
  return `${glyphs.slice(0, head).join('')}…${glyphs.slice(glyphs.length - (width - 1 - head)).join('')}`;
}
