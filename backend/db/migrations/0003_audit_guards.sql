-- The trail of decisions, held by the database whoever writes to it: what was decided, by whom and why, stays as it was
-- written.

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: another decision is a new record', tg_table_name using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
create trigger audit_records_append_only before update or delete or truncate on audit_records
  for each statement execute function audit_is_append_only();
