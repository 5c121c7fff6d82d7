import { classNames } from '../layout/class-names.ts';

/**
 * Primary: at most one per view. Plain: other actions. Ghost: next to a plain one. Quiet: in a section's heading. Risk: undoable but destructive.
 * Danger: irreversible, only in a dialog. On inverse: in a toast.
 */
export type ButtonKind = 'primary' | 'plain' | 'ghost' | 'quiet' | 'risk' | 'danger' | 'onInverse';
export type ButtonSize = 'row' | 'normal' | 'large';

const colours: Readonly<Record<ButtonKind, string>> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  plain: 'border-edge bg-field text-text hover:bg-hover data-pressed:bg-mute-bg aria-expanded:bg-mute-bg',
  ghost: 'border-transparent text-text hover:bg-hover',
  quiet: 'border-transparent text-accent hover:bg-hover',
  risk: 'border-edge bg-field text-bad hover:bg-hover data-pressed:bg-bad-bg',
  onInverse: 'border-transparent font-semibold text-inverse-accent hover:underline',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-[color-mix(in_srgb,var(--danger)_88%,black)]',
};

/** Where an icon alone is quieter than words. */
const iconColours: Partial<Readonly<Record<ButtonKind, string>>> = {
  ghost: 'border-transparent text-dim hover:bg-hover hover:text-text data-disabled:bg-transparent!',
  onInverse: 'border-transparent text-inverse-dim hover:text-on-inverse',
};

const heights: Readonly<Record<ButtonSize, string>> = {
  row: 'min-h-7 text-dense',
  normal: 'min-h-8 max-sm:min-h-10',
  large: 'min-h-10',
};

const widths: Readonly<Record<ButtonSize, { readonly words: string; readonly icon: string }>> = {
  row: { words: 'px-2.5', icon: 'w-7' },
  normal: { words: 'px-3', icon: 'w-8 max-sm:w-10' },
  large: { words: 'px-4', icon: 'w-10' },
};

/** The style of a button, and of a link among buttons. */
export function buttonLook(kind: ButtonKind, size: ButtonSize, isIcon: boolean): string {
  return classNames(
    'inline-flex shrink-0 cursor-default items-center justify-center gap-2 whitespace-nowrap rounded-control border',
    'transition-colors duration-120 ease-out data-disabled:border-transparent data-disabled:bg-mute-bg data-disabled:text-mute aria-disabled:border-transparent aria-disabled:bg-mute-bg aria-disabled:text-mute',
    (isIcon ? iconColours[kind] : undefined) ?? colours[kind],
    heights[size],
    isIcon ? widths[size].icon : kind === 'quiet' ? 'px-2' : widths[size].words,
  );
}

/** The buttons at the end of a row: in a narrow window they share its width, and each has a border. */
export const rowButtons =
  'flex flex-wrap items-center gap-2 sm:ms-auto max-sm:basis-full max-sm:*:flex-1 max-sm:*:border-edge';

/** In a narrow window, above the end of a list, which leaves room for it in `--list-end`. */
export const floatsWhenNarrow =
  'max-sm:fixed max-sm:end-4 max-sm:bottom-[calc(5rem+var(--tray-height,0px))] max-sm:z-10 max-sm:min-h-12! max-sm:rounded-full max-sm:px-5! max-sm:shadow-float';
