import { ErrorState } from '@redoubt/ui';
import { Component, type ReactNode } from 'react';
import { ChunkError } from './chunk.ts';
import { NewVersion } from './NewVersion.tsx';

type Props = {
  /** A change of it clears the failure: another page, another try. */
  readonly resetKey: string;
  readonly onRetry: () => void;
  readonly children: ReactNode;
};

type State = { readonly error: unknown; readonly failedKey: string | null };

/** Keeps a failing page from taking the frame with it. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { error: null, failedKey: null };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (state.error === null) return state.failedKey === props.resetKey ? null : { failedKey: props.resetKey };
    return state.failedKey === props.resetKey ? null : { error: null, failedKey: props.resetKey };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof ChunkError) return <NewVersion />;
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          this.props.onRetry();
          this.setState({ error: null });
        }}
      />
    );
  }
}
