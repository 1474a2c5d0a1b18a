#!/bin/bash

# Runs a command of Asakai as its account, with its settings.
run_asakai() {
	(
		set -a
		# shellcheck disable=SC1091
		source "$install_dir/.env"
		cd "$data_dir" || exit
		ynh_exec_as_app --preserve-env "$install_dir/bin/asakai" "$@"
	)
}
