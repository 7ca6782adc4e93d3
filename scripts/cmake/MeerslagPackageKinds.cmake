# Read by CPack once for each kind of package: which components go into it, and how.

if(CPACK_GENERATOR STREQUAL "DEB")
    set(CPACK_COMPONENTS_ALL programs library)
    set(CPACK_COMPONENTS_GROUPING IGNORE)
else()
    set(CPACK_COMPONENTS_ALL programs)
    set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
    set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
endif()
