import type { ReactNode } from 'react';
import { Button } from '../components/controls/button.tsx';
import type { useServiceAction } from '../state/service/service.ts';
import { texts } from '../texts/texts.ts';

/** Removes a person or an item at once, and offers an undo afterwards. */
export function TakeOutButton<Answer>({
  name,
  removing,
}: {
  name: string;
  /** The removal, which offers the undo. */
  removing: ReturnType<typeof useServiceAction<unknown, Answer>>;
}): ReactNode {
  return (
    <Button
      aria-label={texts.manage.removeOf(name)}
      isBusy={removing.isPending}
      onPress={() => removing.mutate(undefined)}
    >
      {texts.manage.remove}
    </Button>
  );
}
