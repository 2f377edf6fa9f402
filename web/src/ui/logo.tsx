/** Two frames and the cut between them. */
export function Logo(props: { readonly size?: number }) {
  const size = props.size ?? 20;
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" fill="none" aria-hidden="true">
      <path d="M2.5 4.5h6.2l-2.4 11H2.5z" fill="var(--text)" />
      <path d="M11.3 4.5h6.2v11H8.9z" fill="var(--accent)" />
    </svg>
  );
}
