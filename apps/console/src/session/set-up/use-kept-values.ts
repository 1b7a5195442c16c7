import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Tells what a form holds whenever that changes, so that a reload loses nothing of it. */
export const useKeptValues = <Values extends FieldValues>(
  { watch, getValues }: Pick<UseFormReturn<Values>, 'watch' | 'getValues'>,
  keep: (values: Values) => void,
): void => {
  const newest = useRef(keep);
  useEffect(() => {
    newest.current = keep;
  });
  useEffect(() => {
    const { unsubscribe } = watch(() => newest.current(getValues()));
    return unsubscribe;
  }, [watch, getValues]);
};
