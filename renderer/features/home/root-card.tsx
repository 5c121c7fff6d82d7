import { Folder, FolderOpen, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RootStatus } from '../../../preload/ipc/status.ts';
import { Button } from '../../components/button.tsx';
import { Progress } from '../../components/progress.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { StatePill } from '../../components/state-mark.tsx';
import { useAction, useAnswer } from '../../state/actions.ts';
import { useNow } from '../../state/now.ts';
import { useConnection } from '../../state/session.ts';
import { formatMoment, formatPath, formatWhen } from '../../style/format.ts';
import { texts } from '../../style/texts.ts';
import { PauseMenu } from './pause-menu.tsx';

/** One sync root. Also a place to drop files on: the zone finds it by its `data-drop-folder`. */
export function RootCard({ root }: { root: RootStatus }): ReactNode {
  const isLost = useConnection() !== 'connected';
  return (
    <li
      aria-label={root.name}
      data-drop-folder={root.remoteId}
      data-drop-name={root.name}
      className="grid min-w-0 content-start gap-1.5 rounded-card border border-line bg-card p-4 shadow-card data-drop-target:outline-2 data-drop-target:outline-accent"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Folder aria-hidden className="size-4.5 shrink-0 text-dim" />
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="w-fit max-w-full truncate font-semibold">
            {root.name}
          </h2>
        </div>
        <StatePill state={isLost ? 'offline' : root.state} />
        <RootButtons root={root} />
      </div>
      <Facts root={root} />
      <RootProgress root={isLost ? { ...root, state: 'offline' } : root} />
      <LastLine root={root} />
    </li>
  );
}

/** Where it is and what it holds; a line breaks between two facts, never within one. */
function Facts({ root }: { root: RootStatus }): ReactNode {
  const homePath = useAnswer('session.get', {}).data?.homePath ?? null;
  return (
    <p className="flex min-w-0 flex-wrap gap-x-1 text-dim text-small">
      <span dir="auto" className="max-w-full truncate" title={root.localPath}>
        {formatPath(root.localPath, homePath)}
      </span>
      {factsOf(root).map((fact) => (
        <span key={fact} className="whitespace-nowrap">
          {`· ${fact}`}
        </span>
      ))}
    </p>
  );
}

function factsOf(root: RootStatus): readonly string[] {
  return [
    texts.home.counts(root.files, root.bytes),
    root.pending > 0 && texts.home.pending(root.pending),
    root.conflicts > 0 && texts.home.conflicts(root.conflicts),
    root.held > 0 && texts.home.held(root.held),
    root.ignored > 0 && texts.home.ignored(root.ignored),
  ].filter((fact) => fact !== false);
}

function RootProgress({ root }: { root: RootStatus }): ReactNode {
  const label = texts.home.progressOf(root.name);
  switch (root.state) {
    case 'syncing':
    case 'checking':
      return <Progress label={label} share={root.progress} />;
    case 'in_sync':
      return <Progress label={label} share={1} tone="ok" />;
    case 'attention':
    case 'root_missing':
      return <Progress label={label} share={root.progress ?? 1} tone="warn" />;
    case 'paused':
    case 'offline':
      return <Progress label={label} share={root.progress ?? 1} tone="mute" />;
  }
}

/** What matters most about this folder right now: why it stands still, else its last change. */
function LastLine({ root }: { root: RootStatus }): ReactNode {
  const nowMs = useNow();
  if (root.state === 'paused' && root.pausedUntilMs !== null) {
    const until =
      root.pausedUntilMs === 0
        ? texts.pause.pausedUntilResumed
        : texts.pause.pausedUntil(formatMoment(root.pausedUntilMs, nowMs));
    return <p className="text-small">{until}</p>;
  }
  if (root.state !== 'in_sync' && root.state !== 'syncing') return <p className="text-small">{root.sentence}</p>;
  const text =
    root.lastChange === null
      ? root.files === 0 && root.state === 'in_sync'
        ? texts.home.empty
        : texts.home.noChange
      : texts.home.lastChange(formatWhen(root.lastChange.atMs, nowMs), root.lastChange.sentence);
  return <p className="truncate text-dim text-small">{text}</p>;
}

function RootButtons({ root }: { root: RootStatus }): ReactNode {
  const pause = useAction('sync.pause');
  const resume = useAction('sync.resume');
  const reveal = useAction('root.reveal');
  const canReveal = useAnswer('session.get', {}).data?.can.reveal === true;
  const isLost = useConnection() !== 'connected';
  const refused = pause.error ?? resume.error ?? reveal.error;
  return (
    <>
      {canReveal && (
        <Button
          kind="quiet"
          icon
          isDisabled={isLost}
          aria-label={`${texts.actions.reveal} ${root.name}`}
          onPress={() => reveal.mutate({ rootId: root.id })}
        >
          <FolderOpen aria-hidden className="size-4" />
        </Button>
      )}
      {root.state === 'paused' ? (
        <Button
          kind="quiet"
          icon
          isDisabled={isLost || resume.isPending}
          aria-label={texts.pause.resumeRoot(root.name)}
          onPress={() => resume.mutate({ rootId: root.id })}
        >
          <Play aria-hidden className="size-4" />
        </Button>
      ) : (
        <PauseMenu
          icon
          label={texts.pause.root(root.name)}
          isDisabled={isLost || pause.isPending}
          onPause={(forMs) => pause.mutate({ rootId: root.id, forMs })}
        >
          <Pause aria-hidden className="size-4" />
        </PauseMenu>
      )}
      {refused !== null && (
        <div className="basis-full">
          <Refusal error={refused} />
        </div>
      )}
    </>
  );
}
