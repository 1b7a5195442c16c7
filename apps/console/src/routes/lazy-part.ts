import { loadNamedTexts, type Namespace } from '@redoubt/i18n';
import type { i18n } from 'i18next';
import { lazy, type ComponentType } from 'react';
import { loadChunk } from './chunk.ts';

/** Texts that take longer than this are read in English until they arrive. */
const TEXTS_PATIENCE_MS = 3000;

const patience = () => new Promise((resolve) => setTimeout(resolve, TEXTS_PATIENCE_MS));

/** Loads a chunk, and what its code says in the chosen language. */
export const loadWithTexts = async <T>(load: () => Promise<T>): Promise<T> => {
  const loaded = await loadChunk(load);
  await Promise.race([loadNamedTexts(), patience()]);
  return loaded;
};

/**
 * A part of the console that is a chunk of its own, loaded with its texts when it is first shown. Give it a loader of
 * one component; call it once per text instance.
 * @param namespaces those its code surely names, which are asked for while the code is on its way
 */
export const lazyPart = <Props extends object>(
  texts: i18n,
  namespaces: readonly Namespace[],
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> =>
  lazy(async () => {
    const [component] = await Promise.all([
      loadWithTexts(load),
      Promise.race([texts.loadNamespaces([...namespaces]), patience()]),
    ]);
    return { default: component };
  });
