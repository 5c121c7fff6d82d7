import type { ReactNode } from 'react';

/** A path that truncates its folders: the name at its end is never cut. */
export function PathText({ path, className = '' }: { path: string; className?: string }): ReactNode {
  const slash = path.lastIndexOf('/');
  return (
    <bdi title={path} className={`flex min-w-0 max-w-full ${className}`}>
      {slash > 0 && <span className="min-w-0 truncate text-dim">{path.slice(0, slash)}</span>}
      <span className="max-w-full shrink-0 wrap-anywhere">
        {slash > 0 && <span className="text-dim">/</span>}
        {path.slice(slash + 1)}
      </span>
    </bdi>
  );
}
