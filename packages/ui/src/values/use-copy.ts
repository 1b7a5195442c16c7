import { useCallback, useEffect, useRef, useState } from 'react';

const SHOWN_MS = 1500;

/** Copies a text and says for a moment that it did. Without a clipboard (plain http) it falls back to selecting. */
export const useCopy = (): { readonly copied: boolean; readonly copy: (text: string) => Promise<void> } => {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = useCallback(async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      copyBySelection(text);
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SHOWN_MS);
  }, []);
  return { copied, copy };
};

const copyBySelection = (text: string): void => {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
};
