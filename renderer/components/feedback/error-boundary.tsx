import { Component, type ReactNode } from 'react';
import { texts } from '../../texts/texts.ts';
import { ErrorState } from './page-state.tsx';

/** Shows a rendering error in its place and keeps the rest of the page: React would unmount the whole window. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const { pageFailed, pageFailedRemedy } = texts.errors;
    return <ErrorState sentence={pageFailed} remedy={pageFailedRemedy} onRetry={() => window.location.reload()} />;
  }
}
