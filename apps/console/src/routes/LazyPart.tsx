import { useTexts, type Namespace } from '@redoubt/i18n';
import { createElement, Suspense, useMemo, type ComponentType, type ReactNode } from 'react';
import { lazyPart } from './lazy-part.ts';
import { PageBoundary } from './PageBoundary.tsx';

export type LazyPartProps<Props extends object> = {
  /** Loads the component; given once, outside of any component. */
  readonly load: () => Promise<ComponentType<Props>>;
  readonly texts: readonly Namespace[];
  readonly props: Props;
  /** Stands there, with the same measures, until the part has come. */
  readonly fallback: ReactNode;
};

const reload = (): void => location.reload();

/** A part of the frame that is a chunk of its own. One that fails does not take the frame with it. */
export const LazyPart = <Props extends object>({ load, texts: namespaces, props, fallback }: LazyPartProps<Props>) => {
  const texts = useTexts();
  const names = namespaces.join(' ');
  const part = useMemo(() => lazyPart(texts, names.split(' ') as Namespace[], load), [texts, names, load]);
  return (
    <PageBoundary resetKey={names} onRetry={reload}>
      <Suspense fallback={fallback}>{createElement(part, props)}</Suspense>
    </PageBoundary>
  );
};
