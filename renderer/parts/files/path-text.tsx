import type { ReactNode } from 'react';

/** A path whose name is never cut: folders that don't fit beside it stand above it, and are truncated. */
export function PathText({ path, className = '' }: { path: string; className?: string }): ReactNode {
  const slash = path.lastIndexOf('/');
  return (
    <bdi title={path} className={`flex min-w-0 max-w-full flex-wrap ${className}`}>
      {slash > 0 && (
        <span className="flex min-w-0 max-w-full text-dim">
          <span className="min-w-0 truncate">{path.slice(0, slash).replaceAll('/', ' / ')}</span>
          <span className="whitespace-pre"> / </span>
        </span>
      )}
      <span className="max-w-full wrap-anywhere">{path.slice(slash + 1)}</span>
    </bdi>
  );
}
