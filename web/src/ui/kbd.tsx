import css from "./kbd.module.css";

/** Keys as a person reads them, split at spaces: "Ctrl Shift Z". */
export function Kbd(props: { readonly keys: string }) {
  return (
    <span className={css["keys"]} dir="ltr">
      {props.keys.split(" ").map((key) => (
        <kbd key={key} className={css["key"]}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
