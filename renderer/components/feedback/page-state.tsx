import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '../../texts/texts.ts';
import { Button } from '../controls/button.tsx';

const tones = { accent: 'bg-accent-bg text-accent', mute: 'bg-mute-bg text-mute', bad: 'bg-bad-bg text-bad' } as const;

/** The empty state of a page or a part of it: the reason, and a next step. */
export function EmptyState({
  icon: Icon,
  title,
  detail,
  tone = 'accent',
  children,
}: {
  icon: LucideIcon;
  title: string;
  detail?: string;
  /** `mute`: no search results. */
  tone?: keyof typeof tones;
  children?: ReactNode;
}): ReactNode {
  return (
    <div className="grid min-h-full content-center justify-items-center gap-2 px-6 py-8 text-center">
      <span aria-hidden className={`grid size-14 place-items-center rounded-full ${tones[tone]}`}>
        <Icon className="size-6" strokeWidth={1.75} />
      </span>
      <p className="mt-1 font-semibold">{title}</p>
      {detail !== undefined && <p className="max-w-[52ch] text-balance text-dense text-dim">{detail}</p>}
      {children !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}

/** An error with its remedy and a retry button. */
export function ErrorState({
  sentence,
  remedy,
  onRetry,
}: {
  sentence: string;
  remedy: string;
  onRetry: () => void;
}): ReactNode {
  return (
    <div role="alert" className="grid min-h-full grid-cols-[minmax(0,1fr)]">
      <EmptyState icon={CircleAlert} tone="bad" title={sentence} detail={remedy}>
        <Button onPress={onRetry}>{texts.actions.retry}</Button>
      </EmptyState>
    </div>
  );
}

/**
 * A list has more entries than rows: others are of types that only its service has. Nothing without such. In a narrow window the button to add
 * some floats over the end of this line.
 */
export const LeftOut = ({ count }: { count: number }): ReactNode =>
  count > 0 && (
    <p className="shrink-0 border-line border-t px-3 py-2 text-dense text-dim max-sm:pe-44">
      {texts.files.unsupported(count)}
    </p>
  );

/** Why the rest of a list could not be loaded, in one line below its rows. Nothing without an error. */
export function RestRefused({
  error,
  onRetry,
}: {
  error: { readonly message: string; readonly remedy: string } | null;
  onRetry: () => void;
}): ReactNode {
  if (error === null) return null;
  return (
    <div
      role="alert"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-t px-3 py-2 text-dense"
    >
      <CircleAlert aria-hidden className="size-4 shrink-0 text-bad" strokeWidth={1.75} />
      <p className="min-w-0 flex-1">
        {error.message} <span className="text-dim">{error.remedy}</span>
      </p>
      <Button size="row" className="max-sm:min-h-10" onPress={onRetry}>
        {texts.actions.retry}
      </Button>
    </div>
  );
}

/** A placeholder in the size of the expected content, so that the layout does not shift. */
export function Skeleton({ className }: { className: string }): ReactNode {
  return <div aria-hidden className={`rounded-card bg-mute-bg ${className}`} />;
}
