import type { ReactNode } from 'react';
import { sayInParts } from '../../texts/say-in-parts.ts';

/** A message with the names of people and items in bold. */
export const MessageText = ({ message }: { message: Parameters<typeof sayInParts>[0] }): ReactNode =>
  sayInParts(message).map((part, at) =>
    typeof part === 'string' ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- a name can occur twice
      <bdi key={at} className="wrap-anywhere font-semibold">
        {part.name}
      </bdi>
    ),
  );
