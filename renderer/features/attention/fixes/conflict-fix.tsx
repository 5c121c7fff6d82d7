import { GitCompare } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { LinkButton } from '../../../components/controls/link-button.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { hrefOf } from '../../../state/hooks/route.ts';
import { baseName } from '../../../state/items/base-name.ts';
import { texts } from '../../../texts/texts.ts';
import { undoDecision, useDecision } from '../use-decision.ts';

/** Keeping both loses nothing and can be done here; choosing one requires a comparison. */
export function ConflictFix({
  path,
  conflict,
  isDisabled,
}: {
  path: string;
  conflict: number;
  isDisabled: boolean;
}): ReactNode {
  const resolve = useDecision('conflict.resolve', ({ batch }) => ({
    sentence: texts.attention.kept.both(baseName(path)),
    undo: (bridge) => undoDecision(bridge, batch),
  }));
  return (
    <>
      <Button
        kind="ghost"
        isDisabled={isDisabled}
        isBusy={resolve.isPending || resolve.isSuccess}
        aria-label={texts.attention.keepBothOf(path)}
        onPress={() => resolve.once(() => resolve.mutate({ id: conflict, keep: 'both' }))}
      >
        {texts.attention.keep.both}
      </Button>
      <LinkButton href={hrefOf('attention', { conflict: String(conflict) })} label={texts.attention.compareOf(path)}>
        <GitCompare aria-hidden className="size-4" />
        {texts.attention.compare}
      </LinkButton>
      <ErrorMessage error={resolve.error} />
    </>
  );
}
