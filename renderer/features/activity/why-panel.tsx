import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Why } from '../../../preload/ipc/shapes/status.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorState } from '../../components/feedback/page-state.tsx';
import { useAnswer } from '../../state/bridge/actions.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { formatBytes, formatUntil } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';

/** The three observations of one path, the rule, and the next step or the obstacle. */
export function WhyPanel({ rootId, path, onClose }: { rootId: number; path: string; onClose: () => void }): ReactNode {
  const why = useAnswer('path.why', { rootId, path });
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    };
    window.addEventListener('keydown', closeOnEscape);
    return () => window.removeEventListener('keydown', closeOnEscape);
  }, [onClose]);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={texts.why.label(path)}
      className="flex w-full shrink-0 focus-visible:outline-none flex-col overflow-auto rounded-card border border-line bg-card shadow-card max-md:max-h-96 md:w-80"
    >
      <div className="flex items-start gap-2 border-line border-b py-3 ps-4 pe-3">
        <div className="min-w-0 flex-1 py-1.5">
          <h2 dir="auto" className="w-fit font-semibold">
            {path}
          </h2>
          {why.data !== undefined && <p className="text-dim text-small">{texts.why.statuses[why.data.status]}</p>}
        </div>
        <Button kind="ghost" icon aria-label={texts.actions.close} onPress={onClose}>
          <X aria-hidden className="size-4" />
        </Button>
      </div>
      {why.isPending && <p className="p-4 text-dim">{texts.why.loading}</p>}
      {why.isLoadingError && (
        <ErrorState
          sentence={why.error.message}
          remedy={why.error.remedy}
          onRetry={() => {
            void why.refetch();
          }}
        />
      )}
      {why.data !== undefined && <Explanation why={why.data} />}
    </aside>
  );
}

function Explanation({ why }: { why: Why }): ReactNode {
  const nowMs = useNow();
  return (
    <div className="grid gap-4 p-4">
      <p>{why.sentence}</p>
      {/* Mostly the sentence is that of the problem; in a conflict it is not. */}
      {why.problem !== null && !why.sentence.startsWith(why.problem.sentence) && (
        <p className="rounded-control bg-warn-bg p-3 text-warn">{`${why.problem.sentence} ${why.problem.remedy}`}</p>
      )}
      <dl className="grid gap-3">
        <Observed label={texts.why.local} observation={why.local} />
        <Observed label={texts.why.remote} observation={why.remote} />
        <Observed label={texts.why.synced} observation={why.synced} />
        {why.next !== null && <Line label={texts.why.operation}>{why.next}</Line>}
        {why.rule !== null && <Line label={texts.why.rule}>{why.rule}</Line>}
        {why.retryAtMs !== null && <Line label={texts.why.retry}>{formatUntil(why.retryAtMs, nowMs, true)}</Line>}
      </dl>
    </div>
  );
}

function Observed({ label, observation }: { label: string; observation: Why['local'] }): ReactNode {
  if (observation === null) return <Line label={label}>{texts.why.absent}</Line>;
  return (
    <Line label={label}>
      <bdi>{observation.path}</bdi>
      <span className="block text-dim text-small">
        {[
          observation.sizeBytes !== null && formatBytes(observation.sizeBytes),
          observation.sha1 !== null && `${texts.why.sha1} ${observation.sha1.slice(0, 8)}…`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </Line>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt className="text-dim text-small">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
