/** Whether one of some texts holds what was typed to find by, in whatever letter case. */
export const holds = (typed: string, ...texts: readonly (string | null)[]): boolean => {
  const wanted = typed.trim().toLowerCase();
  return texts.some((text) => text !== null && text.toLowerCase().includes(wanted));
};
