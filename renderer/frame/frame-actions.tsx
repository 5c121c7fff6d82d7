import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../components/controls/button.tsx';
import { texts } from '../texts/texts.ts';
import { NoticesButton } from './notices-button.tsx';

/** Search and bell where there is no side bar: at the end of the first line of the page that follows, which reserves the space. */
export function FrameActions({ onSearch }: { onSearch: () => void }): ReactNode {
  return (
    <div className="relative z-2 h-0 shrink-0 sm:hidden">
      <div className="absolute end-2 top-2 flex">
        <Button kind="ghost" icon aria-label={texts.frame.search} onPress={onSearch}>
          <Search aria-hidden className="size-4.5" strokeWidth={1.75} />
        </Button>
        <NoticesButton placement="bottom end" />
      </div>
    </div>
  );
}
