import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';

/** One thing that can be done with what is chosen. `isPending`: it is being done, and keeps the focus meanwhile. */
export function MenuStep({
  icon: Icon,
  text,
  isPending = false,
  onPress,
}: {
  icon: LucideIcon;
  text: string;
  isPending?: boolean;
  onPress: () => void;
}): ReactNode {
  return (
    <Button isPending={isPending} onPress={onPress}>
      <Icon aria-hidden className="size-4" />
      {text}
    </Button>
  );
}
