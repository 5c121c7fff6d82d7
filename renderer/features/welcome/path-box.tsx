import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { useAction, useAnswer } from '../../state/bridge/actions.ts';
import { texts } from '../../texts/texts.ts';

/** The folder that most people keep their files in. */
export const DOCUMENTS = '~/Documents';

type PathBoxParts = {
  path: string;
  onPath: (path: string) => void;
  /** Folders that complete the typed path; they may arrive a moment later. */
  proposals: readonly string[];
};

/** A local path: typed with proposals, or chosen in the system's dialog if the host has one. */
export function PathBox(parts: PathBoxParts): ReactNode {
  const { path, onPath } = parts;
  const choose = useAction('folder.choose');
  const canChoose = useAnswer('session.get', {}).data?.can.chooseFolder === true;
  const browse = (): void =>
    choose.mutate(path === '' ? {} : { startPath: path }, {
      onSuccess: ({ path: chosen }) => {
        if (chosen !== null) onPath(chosen);
      },
    });
  return (
    <div className="grid gap-2">
      <div className="flex items-end gap-2">
        <TypedPath {...parts} />
        {canChoose && (
          <Button size="large" isBusy={choose.isPending} onPress={browse}>
            {texts.welcome.browse}
          </Button>
        )}
      </div>
      <ErrorMessage error={choose.error} />
    </div>
  );
}

/**
 * The field with its list (WAI-ARIA, Combobox with list autocomplete): the typed text counts, the list only helps. Enter takes the
 * highlighted entry, otherwise it continues with the form.
 */
function TypedPath({ path, onPath, proposals }: PathBoxParts): ReactNode {
  const id = useId();
  const { isShown, active, take, typed, pressed } = useProposals(proposals, onPath);
  return (
    <div className="relative grid min-w-0 flex-1 gap-1">
      <label htmlFor={id} className="text-dim text-small">
        {texts.welcome.localFolder}
      </label>
      <input
        id={id}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={active === null ? undefined : `${id}-${active}`}
        value={path}
        placeholder={DOCUMENTS}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onChange={(event) => typed(event.target.value)}
        onKeyDown={pressed}
        onBlur={() => take(undefined)}
        className="min-h-10 rounded-control border border-edge bg-card px-2.5 text-text placeholder:text-dim"
      />
      <div
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a list of the browser's own cannot be walked while one types
        role="listbox"
        aria-label={texts.welcome.proposals}
        hidden={!isShown}
        className="absolute inset-x-0 top-full z-10 mt-1 max-h-64 overflow-auto rounded-control border border-line bg-card p-1 shadow-float"
      >
        {proposals.map((proposal, index) => (
          <Proposal
            key={proposal}
            id={`${id}-${index}`}
            path={proposal}
            isActive={index === active}
            onTake={() => take(proposal)}
          />
        ))}
      </div>
    </div>
  );
}

/** The proposal highlighted with the arrow keys, and whether the list is open. */
function useProposals(proposals: readonly string[], onPath: (path: string) => void) {
  const [isOpen, setOpen] = useState(false);
  const [reached, setReached] = useState<number | null>(null);
  const isShown = isOpen && proposals.length > 0;
  const active = isShown && reached !== null && reached < proposals.length ? reached : null;
  const take = (proposal: string | undefined): void => {
    setOpen(false);
    setReached(null);
    if (proposal !== undefined) onPath(proposal);
  };
  const walk = (by: 1 | -1): void => {
    setOpen(true);
    const from = active ?? (by === 1 ? -1 : proposals.length);
    setReached((from + by + proposals.length) % Math.max(1, proposals.length));
  };
  const pressed = (event: KeyboardEvent): void => {
    // A group of choices around it would walk on with the arrows.
    if (event.key.startsWith('Arrow')) event.stopPropagation();
    const steps: Readonly<Record<string, (() => void) | false>> = {
      ArrowDown: () => walk(1),
      ArrowUp: () => walk(-1),
      Enter: active !== null && (() => take(proposals[active])),
      Escape: isShown && (() => take(undefined)),
    };
    const step = steps[event.key];
    if (step === undefined || step === false) return;
    event.preventDefault();
    step();
  };
  const typed = (text: string): void => {
    onPath(text);
    setOpen(true);
    setReached(null);
  };
  return { isShown, active, take, typed, pressed };
}

function Proposal({
  id,
  path,
  isActive,
  onTake,
}: {
  id: string;
  path: string;
  isActive: boolean;
  onTake: () => void;
}): ReactNode {
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the list that it is in
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      dir="ltr"
      // Runs before the field loses the focus and closes the list.
      onPointerDown={(event) => {
        event.preventDefault();
        onTake();
      }}
      className={classNames(
        'flex min-h-8 cursor-default items-center rounded-control px-2 hover:bg-hover',
        isActive && 'bg-accent-bg',
      )}
    >
      {path}
    </div>
  );
}
