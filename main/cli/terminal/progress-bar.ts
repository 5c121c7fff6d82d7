import stringWidth from 'string-width';
import { formatBytes, formatDuration } from '../words/format.ts';
import { printableName } from './terminal.ts';

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

/** One line that fits `columns` cells of a terminal: name, bar, share, bytes, rate and time left. Pure. */
export function progressBar(progress: Progress, columns: number): string {
  const share = progress.bytesTotal === 0 ? 1 : Math.min(1, progress.bytesDone / progress.bytesTotal);
  const labelWidth = Math.max(8, Math.floor(columns * LABEL_SHARE));
  const barWidth = Math.max(4, columns - labelWidth - FIGURES_WIDTH - 4);
  const filled = Math.round(barWidth * share);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
  const left = progress.secondsLeft === null ? '' : formatDuration(progress.secondsLeft);
  const figures = `${String(Math.floor(share * 100)).padStart(3)}% ${formatBytes(progress.bytesDone).padStart(8)} ${`${formatBytes(progress.bytesPerSecond)}/s`.padStart(10)} ${left}`;
  return fit(progress.label, labelWidth) + ` ${bar} ${figures}`.slice(0, columns - labelWidth);
}

/** Exactly `width` cells, as the line is drawn again in place. Cuts long names in the middle: the extension is more useful. */
function fit(label: string, width: number): string {
  const name = printableName(label);
  const isWhole = stringWidth(name) <= width;
  const shown = isWhole ? name : cutInTheMiddle(name, width);
  return shown + ' '.repeat(width - stringWidth(shown));
}

function cutInTheMiddle(name: string, width: number): string {
  const glyphs = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  const head = leading(glyphs, Math.ceil((width - 1) / 2));
  const tail = leading(glyphs.toReversed(), width - 1 - stringWidth(head.join('')));
  return `${head.join('')}…${tail.toReversed().join('')}`;
}

/** As many of the first glyphs as fit `width` cells. A glyph of Chinese, Japanese or Korean takes two, as does an emoji. */
function leading(glyphs: readonly string[], width: number): readonly string[] {
  let free = width;
  const end = glyphs.findIndex((glyph) => {
    free -= stringWidth(glyph);
    return free < 0;
  });
  return end === -1 ? glyphs : glyphs.slice(0, end);
}
