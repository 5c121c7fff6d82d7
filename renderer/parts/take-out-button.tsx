import type { ReactNode } from 'react';
import { Button } from '../components/controls/button.tsx';
import type { useServiceAction } from '../state/service/service.ts';
import { texts } from '../texts/texts.ts';

/** Removes a person or an item at once, and offers an undo afterwards. */
export function TakeOutButton<Answer>({
  name,
  removing,
  onRemoved,
}: {
  name: string;
  removing: ReturnType<typeof useServiceAction<unknown, Answer>>;
  /** Receives the answer to the removal. */
  onRemoved: (answer: Answer) => void;
}): ReactNode {
  return (
    <Button
      aria-label={texts.manage.removeOf(name)}
      isDisabled={removing.isPending}
      onPress={() => removing.mutate(undefined, { onSuccess: onRemoved })}
    >
      {texts.manage.remove}
    </Button>
  );
}
