/** The mark: a tower of the wall. */
export const BrandMark = () => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 18 18"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinejoin="round"
    aria-hidden
  >
    <path d="M2.5 15.5v-11h3V7h2V4.500h3V7h2V4.500h3v11z" />
    <path d="M7.200 15.500v-3.500h3.600v3.500" />
  </svg>
);
