-- The ledger's law, held by the database whoever writes to it: what is booked stays as it is, and every entry sums to
-- zero per currency over two or more lines. The lines of an entry are written in one statement.

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: a correction is a new entry', tg_table_name using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function ledger_is_append_only();
--> statement-breakpoint
create trigger ledger_lines_append_only before update or delete or truncate on ledger_lines
  for each statement execute function ledger_is_append_only();
--> statement-breakpoint
create trigger accruals_append_only before update or delete or truncate on accruals
  for each statement execute function ledger_is_append_only();
--> statement-breakpoint
create function ledger_entry_sums_to_zero() returns trigger language plpgsql as $$
declare
  unbalanced text;
begin
  select entry_id into unbalanced from new_lines group by entry_id, currency having sum(amount) <> 0 limit 1;
  if found then
    raise exception 'ledger entry % does not sum to zero', unbalanced using errcode = 'check_violation';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger ledger_lines_sum_to_zero after insert on ledger_lines
  referencing new table as new_lines for each statement execute function ledger_entry_sums_to_zero();
--> statement-breakpoint
create function ledger_entry_has_lines() returns trigger language plpgsql as $$
begin
  if (select count(*) from ledger_lines where entry_id = new.id) < 2 then
    raise exception 'ledger entry % has fewer than two lines', new.id using errcode = 'check_violation';
  end if;
  return null;
end
$$;
--> statement-breakpoint
create constraint trigger ledger_entries_have_lines after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_entry_has_lines();
