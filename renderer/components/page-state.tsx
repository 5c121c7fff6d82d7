import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '../style/texts.ts';
import { Button } from './button.tsx';

/** What a page or a part of it says when it has nothing to show: why, and what leads on. */
export function EmptyState({
  icon: Icon,
  title,
  detail,
  children,
}: {
  icon: LucideIcon;
  title: string;
  detail?: string;
  children?: ReactNode;
}): ReactNode {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-10 text-center">
      <Icon aria-hidden className="size-7 text-dim" strokeWidth={1.5} />
      <p className="font-semibold">{title}</p>
      {detail !== undefined && <p className="max-w-[52ch] text-dim">{detail}</p>}
      {children}
    </div>
  );
}

/** A failure with its remedy and a way to try again. */
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
    <div role="alert">
      <EmptyState icon={CircleAlert} title={sentence} detail={remedy}>
        <Button onPress={onRetry}>{texts.actions.retry}</Button>
      </EmptyState>
    </div>
  );
}

/** Grey shapes of the size of what will come, so that nothing jumps when it does. */
export function Skeleton({ className }: { className: string }): ReactNode {
  return <div aria-hidden className={`rounded-card bg-mute-bg ${className}`} />;
}
